import type { FlowCampaign } from '../../../../src/features/automation/flows/phrases/model'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { Select } from '../../../components/select'
import { SwitchField } from '../../../components/switch-field'
import { connections } from '../../../lib/connections'
import { useFlows } from '../../../lib/flows'
import { useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { makePhraseForm, type PhraseForm, type PhraseValues, phraseInput } from './phrase-form'
import { findDuplicate, savePhrase } from './store'

/** Form of a phrase that starts a flow. */
export function PhraseDialog({ phrase, onClose }: { phrase: FlowCampaign | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makePhraseForm(phrase))
  const { rows: flows } = useFlows()
  const send = async (values: PhraseValues) => {
    await savePhrase(phrase, phraseInput(values))
    onClose()
  }
  return (
    <FormDialog
      isPanel
      form={form}
      send={send}
      title={t(phrase ? 'phrases.editTitle' : 'phrases.add')}
      onClose={onClose}
    >
      <TextField
        field={form.field('name')}
        label={t('phraseNames.name')}
        maxLength={limits.phraseName.max}
        autoComplete="off"
        autoFocus
      />
      <Select
        field={form.field('flowId')}
        label={t('phraseNames.flow')}
        placeholder={t('phrases.chooseFlow')}
        choices={flows.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextField
        field={form.field('phrase')}
        label={t('phraseNames.phrase')}
        hint={t('phrases.phraseHint')}
        maxLength={limits.flowPhrase.max}
        autoComplete="off"
      />
      <Select
        field={form.field('matching')}
        label={t('phraseNames.matching')}
        choices={(['exact', 'contains'] as const).map((value) => ({
          value,
          label: t(`phraseNames.matchings.${value}`),
        }))}
      />
      <ConnectionField form={form} />
      <DuplicateNote form={form} id={phrase?.id} />
      <SwitchField field={form.field('status')} label={t('phraseNames.status')} hint={t('phrases.statusHint')} />
    </FormDialog>
  )
}

function ConnectionField({ form }: { form: PhraseForm }) {
  const { t } = useTranslation()
  const rows = useValue(connections.rows)
  return (
    <Select
      field={form.field('whatsappId')}
      label={t('phraseNames.connection')}
      choices={[
        { value: '', label: t('phrases.everyConnection') },
        ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

/** Warns of another phrase with the same text on the same connection, while both would be active. */
function DuplicateNote({ form, id }: { form: PhraseForm; id?: number }) {
  const { t } = useTranslation()
  const phrase = useValue(form.field('phrase').value)
  const whatsappId = Number(useValue(form.field('whatsappId').value)) || null
  const isActive = useValue(form.field('status').value)
  const duplicate = isActive ? findDuplicate({ id, phrase, whatsappId }) : undefined
  if (!duplicate) return null
  const { name, flowName: flow } = duplicate
  return (
    <Alert tone="warn">
      {t(id !== undefined && id < duplicate.id ? 'phrases.duplicateLater' : 'phrases.duplicateEarlier', { name, flow })}
    </Alert>
  )
}
