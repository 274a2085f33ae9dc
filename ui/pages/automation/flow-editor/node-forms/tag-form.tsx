import { FieldShell } from '../../../../components/field'
import { BareSelect, Select } from '../../../../components/select'
import { createForm, required } from '../../../../lib/form'
import { useTags } from '../../../../lib/tags'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'

/** Tag that the ticket gets or loses. */
export function TagForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { tagId, adds } = readData(props.type, props.data, 'tag')
  const { rows } = useTags()
  const form = useNodeForm(props, () =>
    createForm({ tagId: tagId === null ? '' : String(tagId), adds: adds ? 'add' : 'remove' }, { tagId: [required] }),
  )
  const field = form.field('tagId')
  const value = useValue(field.value)
  const problem = useValue(field.problem) ? t('flowBuilder.tagNone') : null
  const toData = (values: { tagId: string; adds: string }) => ({
    tagId: values.tagId === '' ? null : Number(values.tagId),
    adds: values.adds === 'add',
  })
  return (
    <NodeFields {...props} form={form} toData={toData}>
      <Select
        field={form.field('adds')}
        label={t('flowBuilder.tagAction')}
        choices={[
          { value: 'add', label: t('flowBuilder.tagAdds') },
          { value: 'remove', label: t('flowBuilder.tagRemoves') },
        ]}
      />
      <FieldShell label={t('flowBuilder.tag')} problem={problem}>
        {(control) => (
          <BareSelect
            {...{ ...control, 'data-autofocus': true }}
            value={rows.some(({ id }) => String(id) === value) ? value : ''}
            placeholder={t('flowBuilder.chooseTag')}
            choices={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(next) => {
              field.value.value = next
            }}
          />
        )}
      </FieldShell>
    </NodeFields>
  )
}
