import { useRef } from 'react'
import { type CampaignVariable, personVariables, variableKey } from '../../../../src/shared/campaign/text'
import { limits } from '../../../../src/shared/limits'
import { FieldShell, useProblemText } from '../../../components/field'
import { TemplateArea } from '../../../components/template-area'
import { VariableInput } from '../../../components/variable-input'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { ListVariables } from './list-variables'

interface MessageFieldProps {
  field: Field<string>
  label: string
  hint: string
  variables: CampaignVariable[]
  /** Headings of the chosen list's columns. */
  listHeadings: string[]
  disabled: boolean
}
const { max } = limits.campaignMessage

/**
 * Text of a campaign: completes variables after a brace, inserts them from a menu and those of the list by buttons, and
 * counts its characters.
 */
export function MessageField({ field, label, hint, variables, listHeadings, disabled }: MessageFieldProps) {
  const { t } = useTranslation()
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const area = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const choices = [
    ...personVariables.map((name) => ({ text: `{${name}}`, label: t(`campaigns.personVariables.${name}`) })),
    ...variables.map(({ key, value }) => ({ text: `{${key}}`, label: `${key}: ${value}` })),
    ...listHeadings.map((heading) => ({ text: `{{${variableKey(heading)}}}`, label: heading })),
  ]
  const names = [...new Set([...personVariables, ...variables.map(({ key }) => key), ...listHeadings.map(variableKey)])]
  return (
    <div className="flex flex-col gap-2">
      <FieldShell label={label} hint={hint} problem={problem}>
        {(control) => (
          <TemplateArea value={value} max={max} disabled={disabled} choices={choices} area={() => area.current}>
            <VariableInput
              control={control}
              names={names}
              allowsSingle
              rows={8}
              value={value}
              onChange={(text) => {
                field.value.value = text
              }}
              onBlur={field.onLeave}
              inputRef={area}
              disabled={disabled}
              className="pb-10!"
            />
          </TemplateArea>
        )}
      </FieldShell>
      <ListVariables headings={listHeadings} area={() => area.current} disabled={disabled} />
    </div>
  )
}
