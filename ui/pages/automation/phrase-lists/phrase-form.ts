import type { FlowCampaign, FlowCampaignInput } from '../../../../src/features/automation/flows/phrases/model'
import { limits } from '../../../../src/shared/limits'
import { createForm, length, type Rule, required } from '../../../lib/form'

const isChosen: Rule<string> = (value) => (value === '' ? { code: 'choose' } : null)

/** Form of a phrase; selects hold ids as texts, '' for none. */
export const makePhraseForm = (phrase: FlowCampaign | null) =>
  createForm(
    {
      status: phrase?.status ?? true,
      name: phrase?.name ?? '',
      flowId: phrase ? String(phrase.flowId) : '',
      phrase: phrase?.phrase ?? '',
      matching: (phrase?.matching ?? 'exact') as string,
      whatsappId: phrase?.whatsappId ? String(phrase.whatsappId) : '',
    },
    {
      name: [required, length(limits.phraseName)],
      flowId: [isChosen],
      phrase: [required, length(limits.flowPhrase)],
    },
    { ERR_NO_FLOW_FOUND: 'flowId', ERR_NO_WAPP_FOUND: 'whatsappId' },
  )
export type PhraseForm = ReturnType<typeof makePhraseForm>
export type PhraseValues = ReturnType<PhraseForm['values']>

/** Form values in the format of the API. */
export const phraseInput = (values: PhraseValues): FlowCampaignInput => ({
  status: values.status,
  name: values.name.trim(),
  flowId: Number(values.flowId),
  phrase: values.phrase.trim(),
  matching: values.matching as FlowCampaignInput['matching'],
  whatsappId: values.whatsappId === '' ? null : Number(values.whatsappId),
})
