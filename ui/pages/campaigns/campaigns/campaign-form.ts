import type { Campaign, CampaignInput } from '../../../../src/features/campaigns/campaign/model'
import type { CampaignBasis } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import type { ChosenFileValue } from '../../../components/file-field'
import { createForm, date, type Field, type Form, isoDayOf, length, type Rule, required, time } from '../../../lib/form'
import { formatDate, formatTime } from '../../../lib/time'
import { type FollowUpValues, followUpFields, followUpInput, followUpValues } from './follow-ups'

export const messageNames = ['message1', 'message2', 'message3', 'message4', 'message5'] as const
export type MessageName = (typeof messageNames)[number]

/** When a saved campaign starts. */
export type StartChoice = 'draft' | 'now' | 'later'

/** Values of the dialog; selects hold ids as texts, '' for none. */
export interface CampaignValues extends Record<MessageName, string>, FollowUpValues {
  name: string
  basis: string
  contactListId: string
  tagId: string
  whatsappId: string
  flowId: string
  fileListId: string
  media: ChosenFileValue
  start: string
  date: string
  time: string
}
export type CampaignForm = Form<CampaignValues>

export const fieldsByTab = {
  people: ['name', 'basis', 'contactListId', 'tagId', 'whatsappId', 'flowId'],
  messages: [...messageNames, 'fileListId', 'media'],
  followUps: followUpFields,
  start: ['start', 'date', 'time'],
} as const satisfies Record<string, readonly (keyof CampaignValues)[]>
export type TabName = keyof typeof fieldsByTab

const hour = 3_600_000

/** Form of a campaign. A draft needs only its name; basis, recipients, connection and a text are needed for a start. */
export function makeCampaignForm(campaign: Campaign | null): CampaignForm {
  const starts = () => form.field('start').value.value !== 'draft'
  const isLater = () => form.field('start').value.value === 'later'
  const hasTag = () => form.field('tagId').value.value !== ''
  const hasText = () => messageNames.some((name) => form.field(name).value.value.trim() !== '')
  const whenStarting =
    (isComplete: (value: string) => boolean): Rule<string> =>
    (value) =>
      !starts() || isComplete(value) ? null : { code: 'choose' }
  const whenLater =
    (rule: Rule<string>): Rule<string> =>
    (value) =>
      isLater() ? rule(value) : null
  const size = length(limits.campaignMessage)
  const form: CampaignForm = createForm<CampaignValues>(
    initialValues(campaign),
    {
      name: [required, length(limits.campaignName)],
      basis: [whenStarting((value) => value !== '')],
      contactListId: [whenStarting((value) => value !== '' || hasTag())],
      whatsappId: [whenStarting((value) => value !== '')],
      message1: [size, () => (!starts() || hasText() ? null : { code: 'required' })],
      message2: [size],
      message3: [size],
      message4: [size],
      message5: [size],
      step1: [size],
      step2: [size],
      step3: [size],
      date: [whenLater(required), whenLater(date)],
      time: [whenLater(required), whenLater(time)],
    },
    {
      ERR_NO_WAPP_FOUND: 'whatsappId',
      ERR_NO_CONTACT_LIST_FOUND: 'contactListId',
      ERR_NO_FLOW_FOUND: 'flowId',
      ERR_NO_TAG_FOUND: 'endTagId',
    },
    { scheduledAt: 'time' },
  )
  clearOther(form.field('contactListId'), form.field('tagId'))
  clearOther(form.field('tagId'), form.field('contactListId'))
  return form
}

/** Recipients are a list or a tag: choosing one clears the other. */
const clearOther = (field: Field<string>, other: Field<string>) =>
  field.value.subscribe((chosen) => {
    if (chosen !== '') other.value.value = ''
  })

const idText = (id: number | null | undefined) => (id == null ? '' : String(id))

function initialValues(campaign: Campaign | null, now = Date.now()): CampaignValues {
  const at = campaign?.status === 'PROGRAMADA' ? campaign.scheduledAt : null
  const shownAt = at ?? new Date(now + 2 * hour).toISOString()
  const messages = Object.fromEntries(messageNames.map((name) => [name, campaign?.[name] ?? '']))
  return {
    ...(messages as Record<MessageName, string>),
    ...followUpValues(campaign),
    name: campaign?.name ?? '',
    basis: campaign?.basis ?? '',
    contactListId: idText(campaign?.contactListId),
    tagId: idText(campaign?.tagId),
    whatsappId: idText(campaign?.whatsappId),
    flowId: idText(campaign?.flowId),
    fileListId: idText(campaign?.fileListId),
    media: storedMedia(campaign),
    start: at ? 'later' : 'draft',
    date: formatDate(shownAt),
    time: formatTime(shownAt),
  }
}

/** File of a stored campaign as the form's value. */
export function storedMedia(campaign: Campaign | null): ChosenFileValue {
  if (!campaign?.mediaPath) return null
  const name = campaign.mediaName ?? ''
  return { kind: 'kept', name, url: campaign.mediaPath, mime: mimeOf(name) }
}

/** Type of a stored file for its preview, by the ending of its name. */
const mimeOf = (name: string) => (/\.(png|jpe?g|webp|gif)$/i.test(name) ? 'image/png' : 'application/octet-stream')

const idOf = (text: string) => (text === '' ? null : Number(text))

/** Form values in the format of the API, without the time of the start. */
export const campaignInput = (values: CampaignValues): CampaignInput => ({
  ...(Object.fromEntries(messageNames.map((name) => [name, values[name].trim()])) as Record<MessageName, string>),
  steps: followUpInput(values),
  name: values.name.trim(),
  basis: (values.basis || null) as CampaignBasis | null,
  contactListId: idOf(values.contactListId),
  tagId: idOf(values.tagId),
  whatsappId: idOf(values.whatsappId),
  flowId: idOf(values.flowId),
  fileListId: idOf(values.fileListId),
})

/** Start of the campaign: null for a draft; a local time is in the company's zone. */
export function scheduledAtOf({ start, date, time }: CampaignValues): string | null {
  if (start === 'later') return `${isoDayOf(date)}T${time}`
  return start === 'now' ? new Date().toISOString() : null
}
