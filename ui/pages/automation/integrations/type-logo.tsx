import type { ReactNode } from 'react'
import type { IntegrationType } from '../../../../src/shared/enums'
import { classes } from '../../../lib/classes'

const shapes: Record<IntegrationType, ReactNode> = {
  /** A dialogue: two speech bubbles. */
  dialogflow: (
    <>
      <path d="M5 6.5h9a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5H9L6 16v-2.5H5A1.5 1.5 0 0 1 3.5 12V8A1.5 1.5 0 0 1 5 6.5Z" />
      <path d="M18 10h.5A1.5 1.5 0 0 1 20 11.5v4a1.5 1.5 0 0 1-1.5 1.5H18v2.5L15 17h-3.5" />
    </>
  ),
  /** A workflow: one step that leads to two. */
  n8n: (
    <>
      <circle cx="5.5" cy="12" r="2.2" />
      <circle cx="18.5" cy="7" r="2.2" />
      <circle cx="18.5" cy="17" r="2.2" />
      <path d="M7.7 12H11c2.2 0 1.8-5 4-5h1.3M11 12c2.2 0 1.8 5 4 5h1.3" />
    </>
  ),
  /** A request that leaves for an address. */
  webhook: (
    <>
      <path d="M4 12h12" />
      <path d="m11.5 7 5 5-5 5" />
      <path d="M20 5v14" />
    </>
  ),
  /** A robot that types. */
  typebot: (
    <>
      <rect x="4" y="8" width="16" height="10.5" rx="2.5" />
      <path d="M12 8V4.5M9 12.2v1.6M15 12.2v1.6" />
      <circle cx="12" cy="4" r="0.8" />
    </>
  ),
  /** A drawn flow: boxes with a branch. */
  flowbuilder: (
    <>
      <rect x="9" y="3.5" width="6" height="5" rx="1.2" />
      <rect x="3.5" y="15.5" width="6" height="5" rx="1.2" />
      <rect x="14.5" y="15.5" width="6" height="5" rx="1.2" />
      <path d="M12 8.5V12M6.5 15.5V12h11v3.5" />
    </>
  ),
}

const tones: Record<IntegrationType, string> = {
  dialogflow: 'bg-info-soft text-info',
  n8n: 'bg-danger-soft text-danger-ink',
  webhook: 'bg-sunken text-muted',
  typebot: 'bg-warn-soft text-warn',
  flowbuilder: 'bg-good-soft text-good',
}

/** Drawing of an integration's type; our own, without trademarks. The type's name is shown beside it. */
export const TypeLogo = ({ type }: { type: IntegrationType }) => (
  <span className={classes('inline-flex size-9 shrink-0 items-center justify-center rounded-md', tones[type])}>
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[type]}
    </svg>
  </span>
)
