import { Pencil, Send, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Proposal } from '../../../../../src/features/inbox/proposals/model'
import { Button } from '../../../../components/button'
import { confirmDiscard } from '../../../../components/guarded-close'
import { useTranslation } from '../../../../lib/use-translation'
import { focusComposer } from '../store/composer'
import { changedText, storeChangedText } from './changed-texts'
import { discardProposal, sendProposal } from './store'

interface DecisionsProps {
  proposal: Proposal
  /** Text that the person typed in place of the proposed one; null without. */
  changed: string | null
  /** True while a decision is under way. */
  isBusy: boolean
}

/** Buttons that send, change and discard a proposal. Typed words are thrown away only after a question. */
export function Decisions({ proposal, changed, isBusy }: DecisionsProps) {
  const { t } = useTranslation()
  const isEmpty = changed !== null && changed.trim() === ''
  const restoreOriginal = async () => {
    if (await mayDropText(proposal)) storeChangedText(proposal, null)
  }
  const discard = async (event: MouseEvent) => {
    const focusNext = focusAfter(event.currentTarget)
    if ((await mayDropText(proposal)) && (await discardProposal(proposal))) focusNext()
  }
  const send = async (event: MouseEvent) => {
    const focusNext = focusAfter(event.currentTarget)
    if (await sendProposal(proposal)) focusNext()
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button
        size="sm"
        icon={<Send aria-hidden />}
        busy={isBusy}
        aria-disabled={isEmpty || undefined}
        onClick={(event) => void send(event)}
      >
        {t('conversation.proposalSend')}
      </Button>
      {changed === null ? (
        <Button
          size="sm"
          variant="quiet"
          icon={<Pencil aria-hidden />}
          aria-disabled={isBusy || undefined}
          onClick={() => storeChangedText(proposal, proposal.body)}
        >
          {t('conversation.proposalEdit')}
        </Button>
      ) : (
        <Button size="sm" variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void restoreOriginal()}>
          {t('conversation.proposalOriginal')}
        </Button>
      )}
      <Button
        size="sm"
        variant="quiet"
        icon={<Trash2 aria-hidden />}
        busy={isBusy}
        onClick={(event) => void discard(event)}
      >
        {t('conversation.proposalDiscard')}
      </Button>
    </div>
  )
}

/** Asks before typed words are thrown away; resolves with whether they may be. */
async function mayDropText(proposal: Proposal): Promise<boolean> {
  const text = changedText(proposal).peek()?.trim()
  return !text || text === proposal.body.trim() || (await confirmDiscard())
}

/**
 * Returns the function that moves the focus after a decision: to the first button of the next proposal, else to the
 * composer. A person who has meanwhile gone elsewhere keeps the focus.
 */
function focusAfter(button: Element): () => void {
  const card = button.closest('li')
  const list = card?.parentElement
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling
  return () => {
    const { activeElement } = document
    const isElsewhere = activeElement && activeElement !== document.body && !card?.contains(activeElement)
    if (!list?.isConnected || isElsewhere) return
    if (neighbour?.isConnected) neighbour.querySelector('button')?.focus()
    else focusComposer()
  }
}
