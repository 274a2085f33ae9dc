import { useRef } from 'react'
import { type CampaignVariable, personVariables } from '../../../../src/shared/campaign/text'
import { limits } from '../../../../src/shared/limits'
import { FieldShell, useProblemText } from '../../../components/field'
import { TemplateArea } from '../../../components/template-area'
import { VariableInput } from '../../../components/variable-input'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

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
  const choices = [
    ...personVariables.map((name) => ({ text: `{${name}}`, label: t(`campaigns.personVariables.${name}`) })),
    ...variables.map(({ key, value }) => ({ text: `{${key}}`, label: `${key}: ${value}` })),
  ]
  return (
    <FieldShell label={label} hint={hint} problem={problem}>
      {(control) => (
        <TemplateArea value={value} max={max} disabled={disabled} choices={choices} area={() => area.current}>
          <VariableInput
            control={control}
            names={[...personVariables, ...variables.map(({ key }) => key)]}
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
  )
}
