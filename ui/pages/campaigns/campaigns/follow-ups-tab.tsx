import { Select } from '../../../components/select'
import { useTags } from '../../../lib/tags'
import { useCampaignSettings } from '../../../lib/use-campaign-settings'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { CampaignForm } from './campaign-form'
import { type StepNumber, stepNumbers, waitChoices } from './follow-ups'
import { MessageField } from './message-field'
import { useFirstRecipient } from './use-first-recipient'

/** Up to three later messages to people who did not answer, and the tag that ends them. */
export function FollowUpsTab({ form, disabled }: { form: CampaignForm; disabled: boolean }) {
  const { t } = useTranslation()
  const texts = [
    useValue(form.field('step1').value),
    useValue(form.field('step2').value),
    useValue(form.field('step3').value),
  ]
  const used = texts.map((text) => text.trim() !== '')
  const shown = stepNumbers.filter((n) => n === 1 || used[n - 1] || used[n - 2])
  const first = useFirstRecipient({
    contactListId: useValue(form.field('contactListId').value),
    tagId: useValue(form.field('tagId').value),
  })
  const listHeadings = Object.keys(first?.variables ?? {})
  return (
    <>
      <p className="text-muted text-sm">{t('campaigns.followUps.lead')}</p>
      {shown.map((n) => (
        <FollowUp key={n} form={form} n={n} listHeadings={listHeadings} disabled={disabled} />
      ))}
      {used.includes(true) && <EndTag form={form} disabled={disabled} />}
    </>
  )
}

interface FollowUpProps {
  form: CampaignForm
  n: StepNumber
  listHeadings: string[]
  disabled: boolean
}

function FollowUp({ form, n, listHeadings, disabled }: FollowUpProps) {
  const { t } = useTranslation()
  const variables = useCampaignSettings()?.variables ?? []
  const wait = Number(useValue(form.field(`wait${n}`).value))
  const choices = [...new Set([...waitChoices, wait])].sort((a, b) => a - b)
  const text = (hours: number) =>
    hours % 24 === 0
      ? t('campaigns.followUps.days', { count: hours / 24 })
      : t('campaigns.followUps.hours', { count: hours })
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium text-sm">{t('campaigns.followUps.title', { n })}</legend>
      <Select
        field={form.field(`wait${n}`)}
        label={t(n === 1 ? 'campaigns.followUps.waitFirst' : 'campaigns.followUps.wait')}
        disabled={disabled}
        choices={choices.map((hours) => ({ value: String(hours), label: text(hours) }))}
        className="max-w-xs"
      />
      <MessageField
        field={form.field(`step${n}`)}
        label={t('campaigns.followUps.message', { n })}
        hint={t('campaigns.followUps.messageHint')}
        variables={variables}
        listHeadings={listHeadings}
        disabled={disabled}
      />
    </fieldset>
  )
}

function EndTag({ form, disabled }: { form: CampaignForm; disabled: boolean }) {
  const { t } = useTranslation()
  const { rows } = useTags()
  return (
    <Select
      field={form.field('endTagId')}
      label={t('campaigns.followUps.endTag')}
      hint={t('campaigns.followUps.endTagHint')}
      disabled={disabled}
      choices={[
        { value: '', label: t('campaigns.none') },
        ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      className="max-w-md"
    />
  )
}
