import { Alert } from '../../../components/alert'
import { TextField } from '../../../components/field'
import { FlowSelect } from '../../../components/flow-select'
import { IntegrationSelect } from '../../../components/integration-select'
import { PromptSelect } from '../../../components/prompt-select'
import { Select } from '../../../components/select'
import { digits } from '../../../lib/form'
import { useQueues } from '../../../lib/queues'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { ConnectionForm, NumberName } from './connection-form'
import { QueuePicker } from './queue-picker'

/** Queues of the connection and limits of the queue menu. */
export function BotTab({ form }: { form: ConnectionForm }) {
  const { t } = useTranslation()
  const { rows, state } = useQueues()
  const isWithoutQueue = useValue(form.field('queueIds').value).length === 0
  const isHere = state === 'ready' || state === 'failed'
  const number = (name: NumberName, label: string, hint: string) => (
    <TextField
      field={form.field(name)}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      mask={(text) => digits(text).slice(0, 5)}
    />
  )
  return (
    <>
      <QueuePicker field={form.field('queueIds')} queues={isHere || rows.length > 0 ? rows : null} />
      {rows.length > 0 && isWithoutQueue && <Alert tone="warn">{t('connections.withoutQueuesHint')}</Alert>}
      <div className="grid gap-4 sm:grid-cols-2">
        {number('maxUseBotQueues', t('connections.maxUseBotQueues'), t('connections.maxUseBotQueuesHint'))}
        {number('timeUseBotQueues', t('connections.timeUseBotQueues'), t('connections.timeUseBotQueuesHint'))}
        {number('timeToTransfer', t('connections.timeToTransfer'), t('connections.timeToTransferHint'))}
        <Select
          field={form.field('transferQueueId')}
          label={t('connections.transferQueue')}
          hint={t('connections.transferQueueHint')}
          choices={[
            { value: '', label: t('connections.noTransferQueue') },
            ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {number('expiresTicket', t('connections.expiresTicket'), t('connections.expiresTicketHint'))}
        {number('expiresWarning', t('connections.expiresWarning'), t('connections.expiresWarningMinutesHint'))}
        <PromptSelect field={form.field('promptId')} />
        <IntegrationSelect field={form.field('integrationId')} />
        <FlowSelect
          field={form.field('flowIdWelcome')}
          label={t('startFlow.welcome')}
          hint={t('startFlow.welcomeHint')}
        />
        <FlowSelect
          field={form.field('flowIdNotPhrase')}
          label={t('startFlow.notPhrase')}
          hint={t('startFlow.notPhraseHint')}
        />
      </div>
    </>
  )
}
