import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { Select } from '../../../components/select'
import { digits } from '../../../lib/form'
import { locale } from '../../../lib/language'
import { useQueues } from '../../../lib/queues'
import { useTranslation } from '../../../lib/use-translation'
import type { PromptForm } from './prompt-form'

const temperatures = Array.from({ length: 11 }, (_, tenths) => String(tenths / 10))

/** Text of the prompt, the queue for customers it cannot help, and the limits of its answers. */
export function TextTab({ form }: { form: PromptForm }) {
  const { t } = useTranslation()
  const { rows } = useQueues()
  const decimal = (value: string) => Number(value).toLocaleString(locale())
  return (
    <>
      <TextField
        field={form.field('name')}
        label={t('prompts.name')}
        maxLength={limits.promptName.max}
        autoComplete="off"
        autoFocus
      />
      <TextField
        field={form.field('prompt')}
        label={t('prompts.prompt')}
        placeholder={t('prompts.promptPlaceholder')}
        hint={t('prompts.promptHint')}
        maxLength={limits.promptText.max}
        rows={8}
      />
      <Select
        field={form.field('queueId')}
        label={t('prompts.queue')}
        hint={t('prompts.queueHint')}
        placeholder={t('prompts.chooseQueue')}
        choices={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <div className="grid gap-4 sm:grid-cols-[4fr_5fr_4fr]">
        <TextField
          field={form.field('maxTokens')}
          label={t('prompts.maxTokens')}
          hint={t('prompts.maxTokensHint')}
          inputMode="numeric"
          autoComplete="off"
          mask={(text) => digits(text).slice(0, 4)}
        />
        <TextField
          field={form.field('maxMessages')}
          label={t('prompts.maxMessages')}
          hint={t('prompts.maxMessagesHint')}
          inputMode="numeric"
          autoComplete="off"
          mask={(text) => digits(text).slice(0, 2)}
        />
        <Select
          field={form.field('temperature')}
          label={t('prompts.temperature')}
          hint={t('prompts.temperatureHint')}
          choices={temperatures.map((value) => ({ value, label: decimal(value) }))}
        />
      </div>
    </>
  )
}
