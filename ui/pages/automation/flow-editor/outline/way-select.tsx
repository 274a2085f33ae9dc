import { Plus } from 'lucide-react'
import { useState } from 'react'
import { startId } from '../../../../../src/shared/flow/node'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { FieldShell } from '../../../../components/field'
import { IconButton } from '../../../../components/icon-button'
import { BareSelect } from '../../../../components/select'
import { newId } from '../../../../lib/id'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { BlockPopup, closePopup, type PopupPlace } from '../blocks/block-popup'
import { useEditor } from '../editor/editor'
import { targetOf } from '../editor/flow-changes'
import { readCard } from '../editor/read-card'
import { useWayName } from '../editor/use-summary'
import type { NodeName } from './use-node-name'

interface WaySelectProps {
  stored: StoredNode
  handle: string
  rows: StoredNode[]
  nameOf: NodeName
}

/** Select of the node behind a way out, and a menu that adds a new one there. */
export function WaySelect({ stored, handle, rows, nameOf }: WaySelectProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const flow = useValue(editor.flow)
  const way = useWayName()(readCard(stored), handle)
  const nodes = rows
    .filter(({ id }) => id !== startId)
    .map((row) => {
      const { number, kind, text } = nameOf(row)
      return { value: row.id, label: `${number}. ${kind} ${text}`.slice(0, 80) }
    })
  return (
    <FieldShell label={t('flowBuilder.leadsTo', { way })} problem={null}>
      {(control) => (
        <div className="flex items-center gap-1">
          <BareSelect
            {...control}
            value={targetOf(flow, stored.id, handle) ?? ''}
            choices={[{ value: '', label: t('flowBuilder.nowhere') }, ...nodes]}
            onChange={(value) => editor.connect(stored.id, handle, value || null)}
            className="min-w-0 flex-1"
          />
          <NewNode source={stored.id} handle={handle} label={t('flowBuilder.newAfter', { way })} />
        </div>
      )}
    </FieldShell>
  )
}

function NewNode({ source, handle, label }: { source: string; handle: string; label: string }) {
  const [place, setPlace] = useState<PopupPlace | null>(null)
  return (
    <>
      <IconButton
        label={label}
        disabled={useValue(useEditor().isFull)}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          setPlace({ id: newId(), x: left, y: bottom, from: { source, handle } })
        }}
      >
        <Plus aria-hidden />
      </IconButton>
      {place && <BlockPopup key={place.id} place={place} onClose={closePopup(setPlace, place)} />}
    </>
  )
}
