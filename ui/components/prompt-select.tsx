import type { Field } from '../lib/form'
import { paths } from '../lib/paths'
import { usePrompts } from '../lib/prompts'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { CreateLink } from './create-link'
import { Select } from './select'

/** Select of the prompt that answers customers; hidden without the plan feature. */
export function PromptSelect({ field }: { field: Field<string> }) {
  return useMe().company.plan.useOpenAi ? <Choices field={field} /> : null
}

function Choices({ field }: { field: Field<string> }) {
  const { t } = useTranslation()
  const { rows, state } = usePrompts()
  const isEmpty = state === 'ready' && rows.length === 0
  return (
    <Select
      field={field}
      label={t('prompts.field')}
      hint={isEmpty ? <CreateLink to={paths.prompts} text={t('prompts.fieldEmpty')} /> : t('prompts.fieldHint')}
      disabled={rows.length === 0}
      optional
      choices={[
        { value: '', label: t('prompts.fieldNone') },
        ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
