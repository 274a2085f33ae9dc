import { type Addressee, type CampaignVariable, unknownVariables } from '../../../../src/shared/campaign/text'
import { Alert } from '../../../components/alert'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { type CampaignForm, messageNames } from './campaign-form'

interface UnknownVariablesProps {
  form: CampaignForm
  variables: CampaignVariable[]
  /** First person of the chosen list or tag. */
  first: Addressee | null
}

/** Warns of variables that nothing fills: they reach the customer as they are written. */
export function UnknownVariables({ form, variables, first }: UnknownVariablesProps) {
  const { t } = useTranslation()
  const texts = useTexts(form)
  const warnings = texts.flatMap((text, at) => {
    const names = unknownVariables(text, variables, first?.variables)
    if (names.length === 0) return []
    const list = names.map((name) => `{${name}}`).join(', ')
    return [t('campaigns.unknownVariables', { count: names.length, n: at + 1, names: list })]
  })
  if (warnings.length === 0) return null
  return (
    <Alert tone="warn">
      {warnings.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Alert>
  )
}

/** The five texts as they are on screen. */
function useTexts(form: CampaignForm): string[] {
  const [first, second, third, fourth, fifth] = messageNames
  return [
    useValue(form.field(first).value),
    useValue(form.field(second).value),
    useValue(form.field(third).value),
    useValue(form.field(fourth).value),
    useValue(form.field(fifth).value),
  ]
}
