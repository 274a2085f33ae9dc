import { useEffect, useRef } from 'react'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { useTranslation } from '../../../../lib/use-translation'
import { cardText, withCardText } from '../editor/card-text'
import { useEditor } from '../editor/editor'
import { maxText } from '../node-forms/node-data'

/** Field in which a block's text is changed on its card. Every letter is in the flow at once; Escape ends. */
export function CardTextField({ stored }: { stored: StoredNode }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  const end = () => {
    if (editor.textEdited.peek() === stored.id) editor.editText(null)
  }
  return (
    <textarea
      ref={field}
      aria-label={t('flowBuilder.message')}
      rows={3}
      maxLength={maxText}
      value={cardText(stored) ?? ''}
      onChange={({ target }) => editor.changeData(stored.id, withCardText(stored, target.value))}
      onBlur={end}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Escape') return
        const card = field.current?.closest<HTMLElement>('.react-flow__node')
        end()
        card?.focus()
      }}
      className="nodrag nopan nowheel mx-2 mb-2 block w-53.5 resize-none rounded-sm border border-edge bg-surface px-1 py-0.5 text-ink text-sm"
    />
  )
}
