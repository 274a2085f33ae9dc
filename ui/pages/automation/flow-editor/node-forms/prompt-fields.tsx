import { limits } from '../../../../../src/shared/limits'
import { TextField } from '../../../../components/field'
import { PasswordField } from '../../../../components/password-field'
import { Select } from '../../../../components/select'
import { Slider } from '../../../../components/slider'
import { digits } from '../../../../lib/form'
import { locale } from '../../../../lib/language'
import { useQueues } from '../../../../lib/queues'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { VoiceFields } from '../../../../voice-fields/voice-fields'
import type { PromptNodeForm } from './prompt-settings'

/** Prompt, service, limits and voice of a node without a saved prompt. */
export function PromptFields({ form }: { form: PromptNodeForm }) {
  const { t } = useTranslation()
  const number = (name: 'maxTokens' | 'maxMessages', label: string) => (
    <TextField
      field={form.field(name)}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      mask={(text) => digits(text).slice(0, 4)}
    />
  )
  return (
    <>
      <TextField
        field={form.field('name')}
        label={t('flowBuilder.programName')}
        maxLength={limits.promptName.max}
        autoComplete="off"
      />
      <TextField field={form.field('prompt')} label={t('flowBuilder.prompt')} rows={6} maxLength={4096} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={form.field('model')}
          label={t('prompts.model')}
          maxLength={limits.modelName.max}
          autoComplete="off"
        />
        <PasswordField field={form.field('apiKey')} label={t('prompts.apiKey')} autoComplete="new-password" />
        {number('maxTokens', t('flowBuilder.maxTokens'))}
        {number('maxMessages', t('flowBuilder.maxMessages'))}
      </div>
      <TextField
        field={form.field('baseUrl')}
        label={t('prompts.baseUrl')}
        hint={t('prompts.baseUrlHint')}
        maxLength={limits.serviceUrl.max}
        autoComplete="off"
        optional
      />
      <Temperature form={form} />
      <QueueChoice form={form} />
      <VoiceFields voice={form.field('voice')} region={form.field('voiceRegion')} voiceKey={form.field('voiceKey')} />
    </>
  )
}

function Temperature({ form }: { form: PromptNodeForm }) {
  const { t } = useTranslation()
  const field = form.field('temperature')
  const value = useValue(field.value)
  const text = value.toLocaleString(locale(), { minimumFractionDigits: 1 })
  return (
    <div>
      <p aria-hidden className="flex justify-between font-medium text-sm">
        <span>{t('flowBuilder.temperature')}</span>
        <span className="tabular-nums">{text}</span>
      </p>
      <Slider
        label={t('flowBuilder.temperature')}
        min={0}
        max={1}
        step={0.1}
        value={value}
        valueText={text}
        onChange={(next) => {
          field.value.value = Math.round(next * 10) / 10
        }}
      />
    </div>
  )
}

function QueueChoice({ form }: { form: PromptNodeForm }) {
  const { t } = useTranslation()
  const { rows } = useQueues()
  return (
    <Select
      field={form.field('queueId')}
      label={t('flowBuilder.transferQueue')}
      hint={t('flowBuilder.transferQueueHint')}
      placeholder={t('flowBuilder.chooseQueue')}
      choices={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}
