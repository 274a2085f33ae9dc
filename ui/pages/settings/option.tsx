import { type ReactNode, useId, useState } from 'react'
import { limits } from '../../../src/shared/limits'
import { fitsSetting, type SettingRule, settingRules } from '../../../src/shared/settings'
import { Button } from '../../components/button'
import { controlClass, FieldShell, TextField } from '../../components/field'
import { BareSelect } from '../../components/select'
import { Switch } from '../../components/switch'
import { VariablesField } from '../../components/variables-field'
import { classes } from '../../lib/classes'
import { createForm, length, useForm } from '../../lib/form'
import { useKeepUnsaved } from '../../lib/keep-unsaved'
import { system } from '../../lib/system'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { MacrosOption } from './macros-option'
import type { OptionRow } from './option-rows'
import { changeSetting } from './store'

/** Control of one setting; a change is saved at once. */
export function Option({ row, value }: { row: OptionRow; value: string }) {
  if (row.kind === 'switch') return <SwitchOption row={row} value={value} />
  if (row.kind === 'select') return <SelectOption row={row} value={value} />
  if (row.kind === 'number') return <NumberOption key={value} row={row} value={value} />
  if (row.kind === 'macros') return <MacrosOption value={value} />
  if (row.kind === 'line' || row.kind === 'lines') return <LinesOption key={value} row={row} value={value} />
  if (row.kind === 'secret') return <SecretOption row={row} value={value} />
  return <TextOption key={value} row={row} value={value} />
}
interface Props {
  row: OptionRow
  value: string
}
const settingRule = ({ key }: OptionRow): SettingRule => settingRules[key]

/** "On" is `enabled` or `true`, depending on the setting. */
function SwitchOption({ row, value }: Props) {
  const { t } = useTranslation()
  const { values: [on = 'enabled', off = 'disabled'] = [] } = settingRule(row)
  return (
    <Switch
      label={t(row.text)}
      hint={row.hint && t(row.hint)}
      checked={value === on}
      onChange={(checked) => void changeSetting(row.key, checked ? on : off)}
    />
  )
}

function SelectOption({ row, value }: Props) {
  const { t } = useTranslation()
  const choices = (settingRule(row).values ?? []).map((choice, at) => {
    const text = row.choices?.[at]
    return { value: choice, label: text ? t(text) : choice }
  })
  return (
    <FieldShell label={t(row.text)} hint={row.hint && t(row.hint)} problem={null} className="max-w-sm">
      {(control) => (
        <BareSelect
          {...control}
          value={value}
          choices={choices}
          disabled={choices.length < 2}
          onChange={(next) => void changeSetting(row.key, next)}
        />
      )}
    </FieldShell>
  )
}

function NumberOption({ row, value }: Props) {
  const { t } = useTranslation()
  const rule = settingRule(row)
  const [typed, setTyped] = useState(value)
  const provider = useValue(system)?.passwordMin ?? 0
  const { min: lowest = 0, max = 0 } = rule.number ?? {}
  // A company's minimum length of passwords is not below the provider's.
  const min = row.key === 'passwordMinLength' ? Math.max(lowest, provider) : lowest
  const isValid = fitsSetting(rule, typed) && Number(typed) >= min
  const store = () => isValid && typed !== value && void changeSetting(row.key, typed)
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
          value={typed}
          onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 9))}
          onBlur={store}
          onKeyDown={({ key }) => key === 'Enter' && store()}
          className={classes(controlClass, 'h-control px-3 tabular-nums')}
        />
      )}
    </FieldShell>
  )
}

/** A text is saved by a button, because customers must not receive half a sentence. */
function TextOption({ row, value }: Props) {
  const { t } = useTranslation()
  const { max } = limits.automaticText
  const form = useForm(() => createForm({ text: value }, { text: [length({ max })] }))
  useKeepUnsaved(`setting ${row.key}`, form)
  const changed = useValue(form.field('text').value) !== value
  return (
    <div className="flex max-w-xl flex-col gap-2">
      <VariablesField field={form.field('text')} label={t(row.text)} max={max} rows={3} />
      {row.hint && <Hint>{t(row.hint, { user: '{{user}}', queue: '{{queue}}' })}</Hint>}
      {changed && (
        <div>
          <Button
            size="sm"
            variant="primary"
            onClick={() => void form.submit(({ text }) => changeSetting(row.key, text))}
          >
            {t('common.save')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A list with one entry per line, saved by a button. */
function LinesOption({ row, value }: Props) {
  const { t } = useTranslation()
  const { max = 0 } = settingRule(row).text ?? {}
  const form = useForm(() => createForm({ text: value }, { text: [length({ max })] }))
  useKeepUnsaved(`setting ${row.key}`, form)
  const changed = useValue(form.field('text').value) !== value
  return (
    <div className="flex max-w-sm flex-col gap-2">
      <TextField
        field={form.field('text')}
        label={t(row.text)}
        hint={row.hint && t(row.hint)}
        optional
        rows={row.kind === 'lines' ? 5 : undefined}
      />
      {changed && (
        <div>
          <Button
            size="sm"
            variant="primary"
            onClick={() => void form.submit(({ text }) => changeSetting(row.key, text))}
          >
            {t('common.save')}
          </Button>
        </div>
      )}
    </div>
  )
}

const Hint = ({ children }: { children: ReactNode }) => <p className="text-faint text-sm">{children}</p>

/** Write-only setting: the stored value shows only its last four characters. */
function SecretOption({ row, value }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const store = async () => {
    if (typed !== null && (await changeSetting(row.key, typed.trim()))) setTyped(null)
  }
  if (value && typed === null)
    return (
      <div>
        <p className="font-medium text-sm">{t(row.text)}</p>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <span className="tabular-nums">{t('settings.secretSet', { value })}</span>
          <Button size="sm" onClick={() => setTyped('')}>
            {t('settings.replace')}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => void changeSetting(row.key, '')}>
            {t('common.delete')}
          </Button>
        </p>
        {row.hint && <Hint>{t(row.hint)}</Hint>}
      </div>
    )
  return (
    <form
      className="flex max-w-xl flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        void store()
      }}
    >
      <label htmlFor={id} className="font-medium text-sm">
        {t(row.text)}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          type="password"
          autoComplete="off"
          maxLength={settingRule(row).text?.max}
          value={typed ?? ''}
          onChange={({ target }) => setTyped(target.value)}
          className={classes(controlClass, 'h-control px-3')}
        />
        <Button type="submit" disabled={!typed?.trim()}>
          {t('common.save')}
        </Button>
      </div>
      {row.hint && <Hint>{t(row.hint)}</Hint>}
    </form>
  )
}
