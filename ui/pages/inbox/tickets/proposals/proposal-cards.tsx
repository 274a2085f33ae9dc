import { Sparkles } from 'lucide-react'
import type { Proposal } from '../../../../../src/features/inbox/proposals/model'
import { limits } from '../../../../../src/shared/limits'
import { Button } from '../../../../components/button'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { changedText, storeChangedText } from './changed-texts'
import { Decisions } from './decisions'
import { deciding, useProposals } from './store'

interface ProposalCardsProps {
  ticketId: number
  /** True if the user may answer the customer; others read the proposals. */
  mayDecide: boolean
}

/** Answers that programs propose, above the composer: each is sent, changed or discarded by a person (ADR 0182). */
export function ProposalCards({ ticketId, mayDecide }: ProposalCardsProps) {
  const { t } = useTranslation()
  const { rows, hasFailed, readAgain } = useProposals(ticketId)
  const titleOf = useTitleOf()
  const newest = rows.at(-1)
  return (
    <>
      {/* On the page before it has a text, so that screen readers announce the text. */}
      <p role="status" className="sr-only">
        {newest && <span key={newest.id}>{titleOf(newest)}</span>}
      </p>
      {hasFailed && (
        <p role="alert" className="flex items-center justify-center gap-3 px-2 pb-2 text-muted text-sm">
          {t('conversation.proposalsFailed')}
          <Button size="sm" onClick={readAgain}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      <ul
        aria-label={t('conversation.proposals')}
        className="flex max-h-[45dvh] flex-col gap-2 overflow-y-auto px-2 empty:hidden @lg/conversation:px-4 [&:not(:empty)]:pb-2"
      >
        {rows.map((proposal) => (
          <ProposalCard key={proposal.id} proposal={proposal} mayDecide={mayDecide} />
        ))}
      </ul>
    </>
  )
}

function useTitleOf() {
  const { t } = useTranslation()
  return ({ key }: Proposal) => t('conversation.proposalOf', { key, interpolation: { escapeValue: false } })
}

function ProposalCard({ proposal, mayDecide }: { proposal: Proposal; mayDecide: boolean }) {
  const { t } = useTranslation()
  const { body, createdAt } = proposal
  const changed = useValue(changedText(proposal))
  const isBusy = useValue(deciding).includes(proposal.id)
  const title = useTitleOf()(proposal)
  return (
    <li className="rounded-xl border border-line bg-surface px-4 py-3 shadow-e1">
      <p className="flex items-center gap-2 text-muted text-xs">
        <Sparkles aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
        <time dateTime={createdAt} className="shrink-0 tabular-nums">
          {formatDateTime(createdAt)}
        </time>
      </p>
      {changed === null ? (
        <p className="mt-1 whitespace-pre-wrap text-base wrap-anywhere">{body}</p>
      ) : (
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the person has just chosen to change this text
          autoFocus
          aria-label={t('conversation.proposalText')}
          rows={3}
          value={changed}
          maxLength={limits.messageBody.max}
          readOnly={isBusy}
          onChange={({ target }) => storeChangedText(proposal, target.value)}
          className="mt-2 w-full resize-y rounded-md border border-edge bg-surface px-3 py-2 text-base"
        />
      )}
      {mayDecide ? (
        <Decisions proposal={proposal} changed={changed} isBusy={isBusy} />
      ) : (
        <p className="mt-2 text-faint text-sm">{t('conversation.proposalForOthers')}</p>
      )}
    </li>
  )
}
