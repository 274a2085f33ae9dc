import { useEffect, useId } from 'react'
import type { Queue } from '../../../../src/features/automation/queues/model'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { HoursEditor } from '../../../components/hours-editor'
import { SwitchField } from '../../../components/switch-field'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { api, unwrapResponse } from '../../../lib/api'
import { connections, upsertConnectionAnswer } from '../../../lib/connections'
import { useForm } from '../../../lib/form'
import { useFormTab } from '../../../lib/form-tabs'
import { useMe } from '../../../lib/session'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { BotTab } from './bot-tab'
import {
  automaticTexts,
  type ConnectionForm,
  connectionInput,
  fieldsByTab,
  makeConnectionForm,
  type TabName,
} from './connection-form'
import { useFirstNumber } from './first-number'
import { TokenPanel } from './token-panel'
import { TryTab } from './try-tab'

interface ConnectionDialogProps {
  /** Null to create a connection. */
  connection: Connection | null
  /** Tab to begin with. */
  tab?: TabName
  onClose: () => void
  onSaved: (connection: Connection, isNew: boolean) => void
}

/** Settings of a connection in tabs; the API token has its own tab and is not part of the form. */
export function ConnectionDialog({ connection, tab: begin = 'general', onClose, onSaved }: ConnectionDialogProps) {
  const { t } = useTranslation()
  const tabsId = useId()
  const form = useForm(() => makeConnectionForm(connection))
  const [tab, setTab] = useFormTab<TabName, ReturnType<ConnectionForm['values']>>(form, fieldsByTab, begin)
  const taken = useFirstNumber(form, connection)
  // Scrolls the selected tab to the middle; on phones the tabs are wider than the screen.
  useEffect(() => {
    document.getElementById(`${tabsId}-${tab}`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tabsId, tab])
  const hasToken = useMe().company.plan.useExternalApi && connection !== null
  const send = async (values: ReturnType<ConnectionForm['values']>) => {
    const input = connectionInput(values, connection)
    const saved = await unwrapResponse(
      connection ? api.whatsapp({ id: connection.id }).put(input) : api.whatsapp.post(input),
    )
    upsertConnectionAnswer(saved)
    // A new default removes the mark from the previous default.
    if (saved.isDefault) void connections.reload()
    toastSuccess(connection ? t('connections.saved') : t('connections.created'))
    onSaved(saved, connection === null)
  }
  const names = (Object.keys(fieldsByTab) as TabName[]).filter((name) => name !== 'token' || hasToken)
  return (
    <FormDialog
      form={form}
      send={send}
      title={connection ? t('connections.editTitle') : t('connections.addTitle')}
      onClose={onClose}
      size="lg"
      className="sm:min-h-96"
      above={
        <div className="scroll-hint -mx-4 -mt-4 mb-4 overflow-x-auto [--surface:var(--raised)]">
          <div className="min-w-144 sm:min-w-0">
            <Tabs
              id={tabsId}
              label={t('connections.parts')}
              size="sm"
              value={tab}
              onChange={setTab}
              tabs={names.map((value) => ({ value, label: t(`connections.tabs.${value}`) }))}
            />
          </div>
        </div>
      }
    >
      <div {...tabPanelProps(tabsId, tab)} className="flex flex-col gap-4">
        {tab === 'general' && <GeneralTab form={form} taken={taken} />}
        {tab === 'messages' && <MessagesTab form={form} />}
        {tab === 'bot' && <BotTab form={form} />}
        {tab === 'hours' && <HoursEditor field={form.field('hours')} />}
        {tab === 'try' && <TryTab form={form} />}
        {tab === 'token' && connection && <TokenPanel id={connection.id} />}
      </div>
    </FormDialog>
  )
}

interface GeneralProps {
  form: ConnectionForm
  /** Queues that the company's first number has taken. */
  taken: Queue[]
}

function GeneralTab({ form, taken }: GeneralProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        field={form.field('name')}
        label={t('connections.name')}
        hint={t('connections.nameHint')}
        placeholder={t('connections.namePlaceholder')}
        autoComplete="off"
        autoFocus
      />
      {taken.length > 0 && (
        <Alert tone="info">
          {t('connections.firstTakesAll', { queues: taken.map(({ name }) => name).join(', ') })}
        </Alert>
      )}
      <SwitchField
        field={form.field('isDefault')}
        label={t('connections.isDefault')}
        hint={t('connections.isDefaultHint')}
      />
      <TextField
        field={form.field('provider')}
        label={t('connections.provider')}
        hint={t('connections.providerHint')}
        maxLength={limits.provider.max}
        autoComplete="off"
        optional
      />
    </>
  )
}

const MessagesTab = ({ form }: { form: ConnectionForm }) => {
  const { t } = useTranslation()
  const needsGreeting = useValue(form.field('queueIds').value).length > 1
  return automaticTexts.map(([name, rows]) => (
    <TextField
      key={name}
      field={form.field(`${name}Message`)}
      label={t(`connections.${name}Message`)}
      hint={t(`connections.${name}Hint`)}
      maxLength={limits.automaticText.max}
      rows={rows}
      optional={name !== 'greeting' || !needsGreeting}
    />
  ))
}
