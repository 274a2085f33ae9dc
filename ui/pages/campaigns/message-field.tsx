import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { type CampaignVariable, personVariables } from '../../../src/shared/campaign/text'
import { limits } from '../../../src/shared/limits'
import { FieldShell, useProblemText } from '../../components/field'
import { IconButton } from '../../components/icon-button'
import { Menu } from '../../components/menu'
import { VariableInput } from '../../components/variable-input'
import { classes } from '../../lib/classes'
import type { Field } from '../../lib/form'
import { replaceText } from '../../lib/replace-text'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'

interface MessageFieldProps {
  field: Field<string>
  label: string
  hint: string
  variables: CampaignVariable[]
  disabled: boolean
}
const { max } = limits.campaignMessage

/** Text of a campaign: completes variables after a brace, inserts them from a menu, and counts its characters. */
export function MessageField({ field, label, hint, variables, disabled }: MessageFieldProps) {
  const { t } = useTranslation()
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const area = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const change = (text: string) => {
    field.value.value = text
  }
  const insert = (name: string) => {
    const start = area.current?.selectionStart ?? value.length
    const end = area.current?.selectionEnd ?? start
    const text = `{${name}}`
    // Waits a frame because the closing menu first returns the focus to its button.
    requestAnimationFrame(() => area.current && replaceText(area.current, { start, end, text }))
  }
  return (
    <FieldShell label={label} hint={hint} problem={problem}>
      {(control) => (
        <div className="relative">
          <VariableInput
            control={control}
            names={[...personVariables, ...variables.map(({ key }) => key)]}
            allowsSingle
            rows={8}
            value={value}
            onChange={change}
            onBlur={field.onLeave}
            inputRef={area}
            disabled={disabled}
            className="pb-10!"
          />
          <div className="pointer-events-none absolute inset-x-1 bottom-2.5 flex items-center justify-between">
            <span className="pointer-events-auto rounded-md bg-surface">
              {!disabled && <VariablesMenu variables={variables} onPick={insert} />}
            </span>
            <span
              className={classes(
                'rounded-sm bg-surface px-2 text-xs tabular-nums',
                value.length > max ? 'text-danger-ink' : 'text-faint',
              )}
            >
              <span aria-hidden>
                {value.length}/{max}
              </span>
              <span className="sr-only">{t('variables.count', { count: value.length, max })}</span>
            </span>
          </div>
        </div>
      )}
    </FieldShell>
  )
}

function VariablesMenu({ variables, onPick }: { variables: CampaignVariable[]; onPick: (name: string) => void }) {
  const { t } = useTranslation()
  const own = personVariables.map((name) => ({ name, label: t(`campaigns.personVariables.${name}`) }))
  const company = variables.map(({ key, value }) => ({ name: key, label: `${key}: ${value}` }))
  return (
    <Menu
      align="start"
      trigger={
        <IconButton size="sm" label={t('variables.menu')} tooltipSide="top">
          <Braces aria-hidden />
        </IconButton>
      }
      entries={[...own, ...company].map(({ name, label }) => ({ label, onSelect: () => onPick(name) }))}
    />
  )
}
