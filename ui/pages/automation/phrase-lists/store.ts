import i18n from 'i18next'
import type { FlowCampaign, FlowCampaignInput } from '../../../../src/features/automation/flows/phrases/model'
import { phraseText } from '../../../../src/shared/flow/phrase'
import { foldText } from '../../../../src/shared/text'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { useLive } from '../../../lib/realtime'
import { flowToastMs, toastError, toastSuccess } from '../../../lib/toast'

function byName(a: FlowCampaign, b: FlowCampaign) {
  const [one, other] = [foldText(a.name), foldText(b.name)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}

let searched = ''
/** All phrases of the company, also those that the search hides: a form compares its phrase with them. */
let all: FlowCampaign[] = []
/** Number of the latest request; a response to an earlier one does not replace `all`. */
let latest = 0

/** Phrases whose name or text contains the search, by name. */
export const foundPhrases = createList<FlowCampaign>({
  async load() {
    const mine = ++latest
    const { flow: loaded } = await unwrapResponse(api.flowcampaign.get())
    if (mine === latest) all = loaded
    const text = foldText(searched)
    const matches = ({ name, phrase }: FlowCampaign) => foldText(name).includes(text) || foldText(phrase).includes(text)
    return { rows: loaded.filter(matches), hasMore: false }
  },
  compare: byName,
})

export function searchPhrases(text: string) {
  searched = text
  foundPhrases.clear()
  void foundPhrases.more()
}

/** Loads the list again after each event: a phrase names its duplicates, and whether its flow starts. */
export function usePhrasesLive() {
  const reload = () => void foundPhrases.reload()
  useLive({ flowCampaign: reload, flow: reload }, foundPhrases.reload)
}

/** The oldest active phrase with the same text on the same connection. */
export function findDuplicate({ id = 0, phrase, whatsappId = null }: Partial<FlowCampaign>) {
  const text = phraseText(phrase ?? '')
  if (text === '') return undefined
  return all
    .filter((other) => other.id !== id && other.status && phraseText(other.phrase) === text)
    .filter((other) => other.whatsappId === null || whatsappId === null || other.whatsappId === whatsappId)
    .sort((a, b) => a.id - b.id)[0]
}

/** Creates or updates a phrase. @throws AppError */
export async function savePhrase(phrase: FlowCampaign | null, input: FlowCampaignInput) {
  await unwrapResponse<FlowCampaign>(
    phrase ? api.flowcampaign.put({ id: phrase.id, ...input }) : api.flowcampaign.post(input),
  )
  void foundPhrases.reload()
  toastSuccess(i18n.t(phrase ? 'phrases.saved' : 'phrases.created'), flowToastMs)
}

export async function removePhrase({ id, name }: FlowCampaign) {
  const isConfirmed = await confirm({
    title: i18n.t('phrases.deleteTitle', { name }),
    text: i18n.t('phrases.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api.flowcampaign({ id }).delete())
    void foundPhrases.reload()
    toastSuccess(i18n.t('phrases.deleted'), flowToastMs)
  } catch (thrown) {
    toastError(thrown)
  }
}
