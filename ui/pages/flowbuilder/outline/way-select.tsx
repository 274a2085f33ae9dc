import { startId } from '../../../../src/shared/flow/node'
import { kindOf, type StoredNode } from '../../../../src/shared/flow/read-node'
import { FieldShell } from '../../../components/field'
import { BareSelect } from '../../../components/select'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { targetOf } from '../editor/flow-changes'
import { paletteTypes } from '../editor/kinds'
import { readCard } from '../editor/read-card'
import { useWayName } from '../editor/use-summary'
import type { NodeName } from './use-node-name'

interface WaySelectProps {
  stored: StoredNode
  handle: string
  rows: StoredNode[]
  nameOf: NodeName
}
const newMark = 'new:'

/** Select of the node behind a way out: none, one of the flow, or a new one. */
export function WaySelect({ stored, handle, rows, nameOf }: WaySelectProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const flow = useValue(editor.flow)
  const wayName = useWayName()
  const nodes = rows
    .filter(({ id }) => id !== startId)
    .map((row) => {
      const { number, kind, text } = nameOf(row)
      return { value: row.id, label: `${number}. ${kind} ${text}`.slice(0, 80) }
    })
  const added = paletteTypes.flatMap((type) =>
    type === 'start'
      ? []
      : [{ value: newMark + type, label: t('flowBuilder.newNode', { kind: t(`flowBuilder.kinds.${kindOf(type)}`) }) }],
  )
  const change = (value: string) => {
    if (value.startsWith(newMark))
      editor.openForm.value = { type: value.slice(newMark.length), from: { source: stored.id, handle } }
    else if (value === '') editor.disconnect(stored.id, handle)
    else editor.connect(stored.id, handle, value)
  }
  return (
    <FieldShell label={t('flowBuilder.leadsTo', { way: wayName(readCard(stored), handle) })} problem={null}>
      {(control) => (
        <BareSelect
          {...control}
          value={targetOf(flow, stored.id, handle) ?? ''}
          choices={[{ value: '', label: t('flowBuilder.nowhere') }, ...nodes, ...added]}
          onChange={change}
        />
      )}
    </FieldShell>
  )
}
