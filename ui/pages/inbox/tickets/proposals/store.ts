import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import { useEffect, useState } from 'react'
import type { Proposal } from '../../../../../src/features/inbox/proposals/model'
import { api, unwrapResponse } from '../../../../lib/api'
import { asFailure } from '../../../../lib/failure'
import { useLive } from '../../../../lib/realtime'
import { me } from '../../../../lib/session'
import { toastError, toastSuccess } from '../../../../lib/toast'
import { changedProposals, changedText, type Place, returnChangedText, storeChangedText } from './changed-texts'

interface Proposals {
  /** Open ones, oldest first. */
  rows: Proposal[]
  /** True if the newest read failed twice. */
  hasFailed: boolean
  readAgain(): void
}

/** Open proposals of a ticket; read again after each event, because a decision removes one. */
export function useProposals(ticketId: number): Proposals {
  const [rows, setRows] = useState<Proposal[]>([])
  const [hasFailed, setFailed] = useState(false)
  const [reads, setReads] = useState(0)
  const readAgain = () => setReads((count) => count + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each event counts `reads` up.
  useEffect(() => {
    let isLatest = true
    loadProposals(ticketId)
      .catch(() => loadProposals(ticketId))
      .then((loaded) => {
        if (!isLatest) return
        setRows(loaded)
        setFailed(false)
        returnTextsOfDecided(ticketId, loaded)
      })
      .catch(() => isLatest && setFailed(true))
    return () => {
      isLatest = false
    }
  }, [ticketId, reads])
  useLive(
    {
      proposal({ proposal }) {
        const isOwn = proposal.decidedBy?.id === me.peek()?.id // another tab of this person still has its text stored
        if (proposal.state !== 'open' && !isOwn) returnUnlessDeciding(proposal)
        if (proposal.ticketId === ticketId) readAgain()
      },
    },
    readAgain,
  )
  return { rows, hasFailed, readAgain }
}

const loadProposals = async (id: number) => (await unwrapResponse(api.tickets({ id }).proposals.get())).proposals

/** The same for proposals that were decided while the conversation was not on screen. */
function returnTextsOfDecided(ticketId: number, open: Proposal[]) {
  for (const place of changedProposals(ticketId))
    if (!open.some(({ id }) => id === place.id)) returnUnlessDeciding(place)
}

const returnUnlessDeciding = (place: Place) => deciding.peek().includes(place.id) || returnChangedText(place)

/** Ids of proposals that this browser decides now. */
export const deciding = signal<readonly number[]>([])

/** Sends a proposal, with the changed text if there is one; resolves with whether the proposal is decided. */
export function sendProposal(proposal: Proposal): Promise<boolean> {
  const [{ id }, body] = [proposal, changedText(proposal).peek() ?? proposal.body]
  return decide(proposal, 'conversation.proposalSent', () =>
    unwrapResponse(api['message-proposals']({ id }).send.post({ body })),
  )
}

/** Discards a proposal; nothing is sent. Resolves with whether the proposal is decided. */
export const discardProposal = (proposal: Proposal): Promise<boolean> =>
  decide(proposal, 'conversation.proposalDiscarded', () =>
    unwrapResponse(api['message-proposals']({ id: proposal.id }).discard.post()),
  )

async function decide(
  place: Place,
  done: 'conversation.proposalSent' | 'conversation.proposalDiscarded',
  ask: () => Promise<unknown>,
): Promise<boolean> {
  if (deciding.peek().includes(place.id)) return false
  deciding.value = [...deciding.peek(), place.id]
  const end = () => {
    deciding.value = deciding.peek().filter((id) => id !== place.id)
  }
  try {
    await ask()
    storeChangedText(place, null)
    end()
    toastSuccess(i18n.t(done))
    return true
  } catch (failure) {
    end()
    toastError(failure)
    const isDecided = decidedElsewhere.includes(asFailure(failure).code)
    // The event of the other decision may have come during the request, which kept the text in its place.
    if (isDecided) returnChangedText(place)
    return isDecided
  }
}
const decidedElsewhere: string[] = ['ERR_PROPOSAL_DECIDED', 'ERR_NO_PROPOSAL_FOUND']
