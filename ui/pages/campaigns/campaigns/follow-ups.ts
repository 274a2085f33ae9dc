import type { Campaign, CampaignInput } from '../../../../src/features/campaigns/campaign/model'

export const stepNumbers = [1, 2, 3] as const
export type StepNumber = (typeof stepNumbers)[number]

/** Hours that the form offers between two messages. */
export const waitChoices = [24, 48, 72, 120, 168, 336]
const usualWait = '48'

/** Later messages in the form: text and hours of each, '' for none, and one end tag for all. */
export type FollowUpValues = Record<`step${StepNumber}` | `wait${StepNumber}`, string> & { endTagId: string }

export const followUpFields = ['step1', 'step2', 'step3', 'wait1', 'wait2', 'wait3', 'endTagId'] as const

export function followUpValues(campaign: Campaign | null): FollowUpValues {
  const steps = campaign?.steps ?? []
  const pairs = stepNumbers.flatMap((n) => {
    const step = steps[n - 1]
    return [
      [`step${n}`, step?.message ?? ''],
      [`wait${n}`, step ? String(step.afterHours) : usualWait],
    ]
  })
  const endTagId = steps.find((step) => step.endTagId !== null)?.endTagId ?? ''
  return { ...(Object.fromEntries(pairs) as Omit<FollowUpValues, 'endTagId'>), endTagId: String(endTagId) }
}

/** Later messages in the format of the API; an empty text is left out. */
export const followUpInput = (values: FollowUpValues): CampaignInput['steps'] =>
  stepNumbers
    .filter((n) => values[`step${n}`].trim() !== '')
    .map((n) => ({
      afterHours: Number(values[`wait${n}`]),
      message: values[`step${n}`].trim(),
      endTagId: values.endTagId === '' ? null : Number(values.endTagId),
    }))
