import { Alert } from '../../../../components/alert'
import { createForm, type Field } from '../../../../lib/form'
import { moveItem } from '../../../../lib/move-item'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { AddPart } from './add-part'
import { contentData, newPart, type Part, partsOf, problemOf } from './elements'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { PartCard } from './part-card'

/** Texts, files and intervals that one node sends in their order. */
export function ContentForm(props: NodeFormProps) {
  const { elements } = readData(props.type, props.data, 'content')
  const form = useNodeForm(props, () => {
    return createForm(
      { parts: partsOf(elements, props.data) },
      { parts: [(now) => (problemOf(now) ? { code: 'refused' } : null)] },
    )
  })
  const field = form.field('parts')
  return (
    <NodeFields {...props} form={form} toData={({ parts }) => contentData(parts)}>
      <Parts field={field} />
    </NodeFields>
  )
}

function Parts({ field }: { field: Field<Part[]> }) {
  const { t } = useTranslation()
  const parts = useValue(field.value)
  const problem = useValue(field.problem) && problemOf(parts)
  const set = (next: Part[]) => {
    field.value.value = next
  }
  return (
    <>
      <ol className="flex flex-col gap-3">
        {parts.map((part, at) => (
          <PartCard
            key={part.id}
            part={part}
            isInvalid={problem !== null && problem !== undefined && problemOf([part]) !== null}
            onChange={(next) => set(parts.with(at, { ...part, ...next }))}
            onRemove={() => set(parts.toSpliced(at, 1))}
            onUp={at > 0 ? () => set(moveItem(parts, at, at - 1)) : undefined}
            onDown={at < parts.length - 1 ? () => set(moveItem(parts, at, at + 1)) : undefined}
          />
        ))}
      </ol>
      <AddPart count={parts.length} onAdd={(type) => set([...parts, newPart(type)])} />
      {problem && <Alert tone="danger">{t(`flowBuilder.partsProblems.${problem}`)}</Alert>}
    </>
  )
}
