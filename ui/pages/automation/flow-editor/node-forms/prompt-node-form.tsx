import { Select } from '../../../../components/select'
import { usePrompts } from '../../../../lib/prompts'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { PromptFields } from './prompt-fields'
import { makePromptNodeForm, type PromptNodeForm as PromptForm, promptData } from './prompt-settings'

/** A saved prompt, or one of the node's own. */
export function PromptNodeForm(props: NodeFormProps) {
  const read = readData(props.type, props.data, 'prompt')
  const form = useNodeForm(props, () => makePromptNodeForm(read))
  const isOwn = useValue(form.field('promptId').value) === ''
  return (
    <NodeFields {...props} form={form} toData={(values) => promptData(values, read)}>
      {useMe().company.plan.useOpenAi && <SavedPrompt form={form} />}
      {isOwn && <PromptFields form={form} />}
    </NodeFields>
  )
}

function SavedPrompt({ form }: { form: PromptForm }) {
  const { t } = useTranslation()
  const { rows } = usePrompts()
  return (
    <Select
      field={form.field('promptId')}
      label={t('flowBuilder.savedPrompt')}
      choices={[
        { value: '', label: t('flowBuilder.ownPrompt') },
        ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
