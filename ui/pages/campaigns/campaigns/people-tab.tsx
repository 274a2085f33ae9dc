import { useEffect } from 'react'
import { campaignBases } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FlowSelect } from '../../../components/flow-select'
import { Select } from '../../../components/select'
import { useTags } from '../../../lib/tags'
import { useCampaignSettings } from '../../../lib/use-campaign-settings'
import { useContactLists } from '../../../lib/use-contact-lists'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { CampaignForm } from './campaign-form'
import { ConnectionField } from './connection-field'

interface TabProps {
  form: CampaignForm
  disabled: boolean
}

/** Name, recipients and why they expect the message, and the number that sends. */
export function PeopleTab({ form, disabled }: TabProps) {
  const { t } = useTranslation()
  const usual = useCampaignSettings()?.basis
  useEffect(() => {
    if (usual && !disabled && !form.isChanged() && form.values().basis === '')
      form.reset({ ...form.values(), basis: usual })
  }, [form, disabled, usual])
  return (
    <>
      <TextField
        field={form.field('name')}
        label={t('campaigns.name')}
        maxLength={limits.campaignName.max}
        autoComplete="off"
        autoFocus
        disabled={disabled}
      />
      <Recipients form={form} disabled={disabled} />
      <Select
        field={form.field('basis')}
        label={t('campaigns.basis')}
        hint={t('campaigns.basisHint')}
        placeholder={t('campaigns.choose')}
        disabled={disabled}
        choices={campaignBases.map((value) => ({ value, label: t(`campaigns.bases.${value}`) }))}
      />
      <ConnectionField field={form.field('whatsappId')} disabled={disabled} />
      <FlowSelect
        field={form.field('flowId')}
        label={t('campaigns.flow')}
        hint={t('campaigns.flowHint')}
        disabled={disabled}
      />
    </>
  )
}

/** A list or a tag; the form clears the other. "None" is the default of both. */
function Recipients({ form, disabled }: TabProps) {
  const { t } = useTranslation()
  const lists = useContactLists()
  const { rows: tags, state } = useTags()
  const none = { value: '', label: t('campaigns.none') }
  const [list, tag] = [form.field('contactListId'), form.field('tagId')]
  return (
    <div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          field={list}
          label={t('campaigns.contactList')}
          disabled={disabled}
          isLoading={lists === null}
          choices={[
            none,
            ...(lists ?? []).map(({ id, name, contactsCount: count }) => ({
              value: String(id),
              label: t('campaigns.listChoice', { name, count }),
            })),
          ]}
        />
        <Select
          field={tag}
          label={t('campaigns.tag')}
          disabled={disabled}
          isLoading={state !== 'ready'}
          choices={[none, ...tags.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
      </div>
      {useValue(list.problem) === null && <p className="mt-1 text-faint text-sm">{t('campaigns.recipientsHint')}</p>}
    </div>
  )
}
