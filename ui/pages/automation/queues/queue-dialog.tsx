import type { Queue } from '../../../../src/features/automation/queues/model'
import type { Distribution } from '../../../../src/shared/enums'
import { hoursOnly, usualHours } from '../../../../src/shared/hours'
import { limits } from '../../../../src/shared/limits'
import { colors } from '../../../../src/shared/palette'
import { TrialPanel } from '../../../bot-trial/trial-panel'
import { ColorPicker } from '../../../components/color-picker'
import { TextField } from '../../../components/field'
import { HoursEditor, validHours } from '../../../components/hours-editor'
import { IntegrationSelect } from '../../../components/integration-select'
import { PromptSelect } from '../../../components/prompt-select'
import { TabbedFormDialog } from '../../../components/tabbed-form-dialog'
import { createForm, digits, length, required, useForm } from '../../../lib/form'
import { useFormTab } from '../../../lib/form-tabs'
import { queues, useQueues } from '../../../lib/queues'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { saveQueue } from './store'
import { WorkTab } from './work-tab'

const makeForm = (queue: Queue | null) =>
  createForm(
    {
      name: queue?.name ?? '',
      color: queue?.color ?? freeColor(),
      orderQueue: String(queue?.orderQueue ?? nextOrder()),
      greetingMessage: queue?.greetingMessage ?? '',
      outOfHoursMessage: queue?.outOfHoursMessage ?? '',
      promptId: String(queue?.promptId ?? ''),
      integrationId: String(queue?.integrationId ?? ''),
      answerMinutes: textOf(queue?.answerMinutes),
      nextAnswerMinutes: textOf(queue?.nextAnswerMinutes),
      resolutionMinutes: textOf(queue?.resolutionMinutes),
      distribution: (queue?.distribution ?? 'off') as string,
      agentLimit: textOf(queue?.agentLimit),
      hours: hoursOnly(queue ?? usualHours),
    },
    {
      name: [required, length(limits.name)],
      greetingMessage: [length(limits.automaticText)],
      outOfHoursMessage: [length(limits.automaticText)],
      hours: [validHours],
    },
    {
      ERR_QUEUE_NAME_ALREADY_EXISTS: 'name',
      ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color',
      ERR_NO_PROMPT_FOUND: 'promptId',
      ERR_NO_INTEGRATION_FOUND: 'integrationId',
    },
  )

/** A number in its field; the empty field is 0. */
const textOf = (value: number | undefined) => (value ? String(value) : '')

/** First palette colour not used by a queue. */
function freeColor(): string {
  const used = new Set(queues.rows.peek().map(({ color }) => color.toLowerCase()))
  return colors.find((color) => !used.has(color)) ?? (colors[0] as string)
}
const nextOrder = () => Math.max(0, ...queues.rows.peek().map(({ orderQueue }) => orderQueue)) + 1

const tabs = {
  data: ['name', 'color', 'orderQueue', 'greetingMessage', 'outOfHoursMessage', 'promptId', 'integrationId'],
  work: ['answerMinutes', 'nextAnswerMinutes', 'resolutionMinutes', 'distribution', 'agentLimit'],
  hours: ['hours'],
  try: [],
} as const
type Tab = keyof typeof tabs

/** Form of a queue; opening hours only if the company uses hours per queue. */
export function QueueDialog({ queue, onClose }: { queue: Queue | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(queue))
  const [tab, setTab] = useFormTab<Tab, ReturnType<typeof form.values>>(form, tabs, 'data')
  const hasHours = useMe().company.settings.find(({ key }) => key === 'scheduleType')?.value === 'queue'
  const send = async ({
    hours,
    orderQueue,
    name,
    promptId,
    integrationId,
    answerMinutes,
    nextAnswerMinutes,
    resolutionMinutes,
    distribution,
    agentLimit,
    ...rest
  }: ReturnType<typeof form.values>) => {
    const times = hasHours ? { schedules: hours.schedules, holidays: hours.holidays } : {}
    const numbers = {
      orderQueue: Number(orderQueue),
      promptId: promptId ? Number(promptId) : null,
      integrationId: integrationId ? Number(integrationId) : null,
      answerMinutes: Number(answerMinutes),
      nextAnswerMinutes: Number(nextAnswerMinutes),
      resolutionMinutes: Number(resolutionMinutes),
      agentLimit: Number(agentLimit),
      distribution: distribution as Distribution,
    }
    await saveQueue(queue, { ...rest, ...numbers, name: name.trim(), ...times })
    onClose()
  }
  return (
    <TabbedFormDialog
      form={form}
      send={send}
      title={queue ? t('queues.editTitle') : t('queues.addTitle')}
      onClose={onClose}
      label={t('queues.parts')}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'data', label: t('queues.data') },
        { value: 'work', label: t('queues.work') },
        ...(hasHours ? [{ value: 'hours' as const, label: t('queues.hours') }] : []),
        { value: 'try', label: t('trial.tab') },
      ]}
    >
      {tab === 'data' && <QueueData form={form} />}
      {tab === 'work' && <WorkTab form={form} />}
      {hasHours && tab === 'hours' && <HoursEditor field={form.field('hours')} />}
      {tab === 'try' && <TryTab queue={queue} values={form.values()} />}
    </TabbedFormDialog>
  )
}

/** Test of the queue's conversation, as on a connection that has this queue only. */
function TryTab({ queue, values }: { queue: Queue | null; values: ReturnType<ReturnType<typeof makeForm>['values']> }) {
  const { rows } = useQueues()
  const { name, greetingMessage, outOfHoursMessage, hours, promptId, integrationId } = values
  const typed = {
    id: queue?.id ?? 0,
    name,
    greetingMessage,
    outOfHoursMessage,
    promptId: promptId ? Number(promptId) : null,
    integrationId: integrationId ? Number(integrationId) : null,
    ...(hours as Pick<Queue, 'schedules' | 'holidays'>),
  }
  return <TrialPanel connection={noConnection} queues={[typed]} others={rows} />
}

const noConnection = {
  ...{ name: '', greetingMessage: '', outOfHoursMessage: '', ...(usualHours as Pick<Queue, 'schedules' | 'holidays'>) },
  ...{ maxUseBotQueues: 0, timeUseBotQueues: 0, promptId: null, integrationId: null },
}

function QueueData({ form }: { form: ReturnType<typeof makeForm> }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <TextField
          field={form.field('name')}
          label={t('queues.name')}
          placeholder={t('queues.namePlaceholder')}
          maxLength={limits.name.max}
          autoComplete="off"
          autoFocus
          className="min-w-48 flex-1"
        />
        <TextField
          field={form.field('orderQueue')}
          label={t('queues.order')}
          inputMode="numeric"
          autoComplete="off"
          mask={(text) => digits(text).slice(0, 5)}
          className="w-24"
        />
      </div>
      <ColorPicker field={form.field('color')} label={t('queues.color')} />
      <TextField
        field={form.field('greetingMessage')}
        label={t('queues.greeting')}
        hint={t('queues.greetingHint')}
        maxLength={limits.automaticText.max}
        rows={3}
        optional
      />
      <TextField
        field={form.field('outOfHoursMessage')}
        label={t('queues.outOfHours')}
        hint={t('queues.outOfHoursHint')}
        maxLength={limits.automaticText.max}
        rows={2}
        optional
      />
      <PromptSelect field={form.field('promptId')} />
      <IntegrationSelect field={form.field('integrationId')} />
    </>
  )
}
