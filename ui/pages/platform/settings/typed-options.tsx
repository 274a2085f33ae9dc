import { type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { fitsSetting } from '../../../../src/shared/settings'
import { controlClass, FieldShell, TextField } from '../../../components/field'
import { VariablesField } from '../../../components/variables-field'
import { classes } from '../../../lib/classes'
import { createForm, length, useForm } from '../../../lib/form'
import { usePageForm } from '../../../lib/page-forms'
import { system } from '../../../lib/system'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { OptionRow } from './option-rows'
import { type OptionProps, settingRule } from './setting-rule'
import { saveSetting, storeSetting } from './store'

/** Settings that are typed. A text stays in its field until the server has stored it. */

export function NumberOption({ row, value }: OptionProps) {
  const { t } = useTranslation()
  const rule = settingRule(row)
  const [typed, setTyped] = useTyped()
  const text = typed ?? value
  const provider = useValue(system)?.passwordMin ?? 0
  const { min: lowest = 0, max = 0 } = rule.number ?? {}
  // A company's minimum length of passwords is not below the provider's.
  const min = row.key === 'passwordMinLength' ? Math.max(lowest, provider) : lowest
  const isValid = fitsSetting(rule, text) && Number(text) >= min
  const sent = useRef('')
  const store = () => {
    if (text === value) setTyped(null, text)
    if (!isValid || text === value || text === sent.current) return
    sent.current = text
    const end = () => {
      sent.current = ''
    }
    void saveSetting(row.key, text)
      .then(
        () => setTyped(null, text),
        () => undefined,
      )
      .then(end)
  }
  return (
    <FieldShell
      label={t(row.text)}
      hint={row.hint && t(row.hint)}
      problem={isValid ? null : t('settings.number', { min, max })}
      className="max-w-sm"
    >
      {(control) => (
        <input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 9))}
          onBlur={store}
          onKeyDown={({ key }) => key === 'Enter' && store()}
          className={classes(controlClass, 'h-control px-3 tabular-nums')}
        />
      )}
    </FieldShell>
  )
}

/** A text is saved by the save bar, because customers must not receive half a sentence. */
export function TextOption({ row, value }: OptionProps) {
  const { t } = useTranslation()
  const { max } = limits.automaticText
  const form = useTextForm(row, value, max)
  return (
    <div className="flex max-w-xl flex-col gap-2">
      <VariablesField field={form.field('text')} label={t(row.text)} max={max} rows={3} />
      {row.hint && <Hint>{t(row.hint, { user: '{{user}}', queue: '{{queue}}' })}</Hint>}
    </div>
  )
}

/** A text of one or several lines, saved by the save bar. */
export function LinesOption({ row, value }: OptionProps) {
  const { t } = useTranslation()
  const { max = 0 } = settingRule(row).text ?? {}
  const form = useTextForm(row, value, max)
  return (
    <div className="flex max-w-sm flex-col gap-2">
      <TextField
        field={form.field('text')}
        label={t(row.text)}
        hint={row.hint && t(row.hint)}
        optional
        rows={row.kind === 'lines' ? 5 : undefined}
      />
    </div>
  )
}

/** Form of one text with the stored value; a text typed meanwhile stays. */
function useTextForm(row: OptionRow, value: string, max: number) {
  const form = useForm(() => createForm({ text: value }, { text: [length({ max })] }, {}, { value: 'text' }))
  usePageForm(`setting ${row.key}`, form, ({ text }) => storeSetting(row.key, text))
  useEffect(() => form.receive({ text: value }), [form, value])
  return form
}

/** Text of a field that shows the stored value otherwise. The setter with `saved` acts only if that is still the text. */
function useTyped() {
  const [typed, setTyped] = useState<string | null>(null)
  const set = (next: string | null, saved?: string) =>
    setTyped((now) => (saved === undefined || now === saved ? next : now))
  return [typed, set] as const
}

const Hint = ({ children }: { children: ReactNode }) => <p className="text-faint text-sm">{children}</p>
