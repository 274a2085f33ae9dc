import { FlaskConical, History, type LucideIcon, MessageSquareText, Tag, X } from 'lucide-react'
import { type ComponentType, type RefObject, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../components/icon-button'
import { useTranslation } from '../../../lib/use-translation'
import { CasesPanel } from './cases/cases-panel'
import type { FlowDocument } from './editor/document'
import { ReplayPanel } from './replay/replay-panel'
import { TryPanel } from './try/try-panel'
import { VersionsPanel } from './versions/versions-panel'

/** A panel beside the canvas: it reads the flow with `useEditor` and marks the canvas with `editor.highlight`. */
interface FlowPanel {
  id: string
  title: string
  icon: LucideIcon
  Panel: ComponentType<{ document: FlowDocument }>
}

/** Panels in the order of their buttons; a new panel needs a row here. A hook, for the titles. */
function useFlowPanels(): FlowPanel[] {
  const { t } = useTranslation()
  return [
    { id: 'try', title: t('flowTrial.title'), icon: MessageSquareText, Panel: TryPanel },
    { id: 'versions', title: t('flowVersions.title'), icon: Tag, Panel: VersionsPanel },
    { id: 'replay', title: t('flowReplay.title'), icon: History, Panel: ReplayPanel },
    { id: 'cases', title: t('flowCases.title'), icon: FlaskConical, Panel: CasesPanel },
  ]
}

interface FlowPanelsProps {
  document: FlowDocument
  /** Open panel, or null. */
  openId: string | null
  onOpen: (id: string | null) => void
  /** True if the open panel covers everything beside it. */
  isCovering: boolean
}

/** Buttons of the panels, and the open panel beside the canvas; on a phone it covers the whole flow builder. */
export function FlowPanels({ document, openId, onOpen, isCovering }: FlowPanelsProps) {
  const { t } = useTranslation()
  const panels = useFlowPanels()
  const open = panels.find(({ id }) => id === openId)
  const panel = useRef<HTMLElement>(null)
  useFocusInside(panel, isCovering)
  if (panels.length === 0) return null
  return (
    <>
      {open && (
        <section
          ref={panel}
          aria-label={open.title}
          className="z-20 flex w-full shrink-0 flex-col border-line border-l bg-surface max-sm:absolute max-sm:inset-0 sm:w-88"
        >
          <div className="flex items-center gap-2 border-line border-b py-1 pr-1 pl-4">
            <h2 className="min-w-0 flex-1 truncate font-semibold">{open.title}</h2>
            <IconButton label={t('common.close')} onClick={() => onOpen(null)}>
              <X aria-hidden />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">
            <open.Panel document={document} />
          </div>
        </section>
      )}
      <div inert={isCovering} className="flex shrink-0 flex-col gap-1 border-line border-l bg-surface p-1">
        {panels.map(({ id, title, icon: Icon }) => (
          <IconButton key={id} label={title} pressed={id === openId} onClick={() => onOpen(id === openId ? null : id)}>
            <Icon aria-hidden />
          </IconButton>
        ))}
      </div>
    </>
  )
}

/** Moves the focus into an element while it covers the page, and back to where it was. */
function useFocusInside(element: RefObject<HTMLElement | null>, isCovering: boolean) {
  useLayoutEffect(() => {
    if (!isCovering) return
    const before = document.activeElement as HTMLElement | null
    element.current?.querySelector('button')?.focus()
    return () => void requestAnimationFrame(() => before?.focus())
  }, [element, isCovering])
}
