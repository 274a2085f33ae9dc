import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { removeInvalidCharacters } from '../../../shared/text'

/** Later message of a campaign to people who did not answer. */
interface CampaignStep {
  /** Hours after the message before. */
  afterHours: number
  message: string
  /** Tag that ends the campaign for a contact, such as that of a purchase. */
  endTagId: number | null
}

const stepsOf = hot<{ campaignId: number }>()((db, p) =>
  db
    .select('campaign_steps')
    .select(['position', 'afterHours', 'message', 'endTagId'])
    .where('campaignId', '=', p('campaignId'))
    .orderBy('position'),
)
const stepAt = hot<{ campaignId: number; position: number }>()((db, p) =>
  db
    .select('campaign_steps')
    .select(['position', 'afterHours', 'message', 'endTagId'])
    .where('campaignId', '=', p('campaignId'))
    .where('position', '=', p('position')),
)

/** Returns the later messages of a campaign in their order. */
export const readSteps = async (scope: Scope, campaignId: number): Promise<CampaignStep[]> =>
  (await scope.db.run(stepsOf, { campaignId })).map(({ position: _, ...step }) => step)

/** Returns the later message of a position, 1 to 3. */
export const findStep = (scope: Scope, campaignId: number, position: number) =>
  scope.db.first(stepAt, { campaignId, position })

/** Checks given later messages before anything is stored. @throws ERR_VALIDATION for an empty text, ERR_NO_TAG_FOUND */
export async function assertStepsValid({ db }: Scope, steps: CampaignStep[]) {
  for (const [index, { message, endTagId }] of steps.entries()) {
    if (message.trim() === '') throw new AppError('ERR_VALIDATION', { fields: [`steps.${index}.message`] })
    if (endTagId === null) continue
    const tag = await db.select('tags').select('id').where('id', '=', endTagId).executeTakeFirst()
    if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
  }
}

/** Replaces the later messages of a campaign. Call within a transaction. */
export async function storeSteps({ db }: Scope, campaignId: number, steps: CampaignStep[]) {
  await db.delete('campaign_steps').where('campaignId', '=', campaignId).execute()
  for (const [index, { afterHours, message, endTagId }] of steps.entries()) {
    const text = removeInvalidCharacters(message)
    const step = { campaignId, position: index + 1, afterHours, message: text, endTagId }
    await db.insert('campaign_steps', step).execute()
  }
}
