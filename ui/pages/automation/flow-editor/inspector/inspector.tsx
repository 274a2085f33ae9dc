import { Copy, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { startId } from '../../../../../src/shared/flow/node'
import { kindOf, type StoredNode } from '../../../../../src/shared/flow/read-node'
import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { IconButton } from '../../../../components/icon-button'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { KindTile } from '../editor/kind-tile'
import { LintTexts } from '../editor/lint-texts'
import { useNodeLints } from '../editor/lints'
import { NodeForm } from '../node-forms/node-form'
import type { Starts } from '../starts/use-starts'
import { StartForm } from './start-form'
import type { HeldForms } from './use-held-form'
import { useHeldForm } from './use-held-form'

interface InspectorProps {
  stored: StoredNode
  forms: HeldForms
  starts: Starts
}

/** Column beside the drawing with the fields of the selected block; Escape gives the focus back to the block. */
export function Inspector({ stored, forms, starts }: InspectorProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const column = useRef<HTMLElement>(null)
  const kind = t(`flowBuilder.kinds.${kindOf(stored.type)}`)
  useRequestedFocus(column, stored.id)
  const leave = () => focusBlock(stored.id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  return (
    <section
      ref={column}
      aria-label={t('flowBuilder.editTitle', { kind })}
      onKeyDown={onKeyDown}
      className="z-20 flex w-75 shrink-0 flex-col border-line border-l bg-surface min-[85rem]:w-80"
    >
      <div className="flex items-center gap-2 border-line border-b py-1.5 pr-1.5 pl-4">
        <KindTile kind={kindOf(stored.type)} />
        <h2 className="min-w-0 flex-1 truncate font-semibold">{kind}</h2>
        {stored.id !== startId && (
          <>
            <IconButton size="sm" label={t('flowBuilder.duplicate')} onClick={() => editor.duplicate([stored.id])}>
              <Copy aria-hidden />
            </IconButton>
            <IconButton
              size="sm"
              tone="danger"
              label={t('flowBuilder.remove')}
              onClick={() => editor.remove([stored.id])}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton size="sm" label={t('common.close')} onClick={() => editor.select([])}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <BlockForm stored={stored} forms={forms} starts={starts} onDone={leave} />
      </div>
    </section>
  )
}

/** The same fields in a sheet, on phones. */
export function InspectorSheet({ stored, forms, starts }: InspectorProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const kind = t(`flowBuilder.kinds.${kindOf(stored.type)}`)
  const footer = (
    <Button variant="primary" onClick={editor.endEdit}>
      {t('flowBuilder.done')}
    </Button>
  )
  return (
    <Dialog open title={t('flowBuilder.editTitle', { kind })} onClose={editor.endEdit} footer={footer}>
      <BlockForm stored={stored} forms={forms} starts={starts} onDone={editor.endEdit} />
    </Dialog>
  )
}

function BlockForm({ stored, forms, starts, onDone }: InspectorProps & { onDone: () => void }) {
  const { held, change } = useHeldForm(stored, forms)
  const lints = useNodeLints(stored.id)
  return (
    <div className="flex flex-col gap-4">
      {stored.id === startId ? (
        <StartForm starts={starts} />
      ) : (
        <NodeForm key={held.key} type={stored.type} data={stored.data} held={held} onChange={change} onDone={onDone} />
      )}
      <LintTexts lints={lints} />
    </div>
  )
}

/** Focuses the first field when the inspector was asked for, not when its block was only selected. */
function useRequestedFocus(column: RefObject<HTMLElement | null>, id: string) {
  const request = useValue(useEditor().edited)
  useEffect(() => {
    if (request?.id !== id) return
    const fields = 'input:not([type=file]), textarea, select'
    const field =
      column.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      column.current?.querySelector<HTMLElement>(fields) ??
      column.current?.querySelector<HTMLElement>('button')
    field?.focus()
  }, [column, request, id])
}

/** Gives the focus to the row of a block in the outline, else to its card. */
function focusBlock(id: string) {
  const name = CSS.escape(id)
  const row = document.querySelector<HTMLElement>(`[data-row="${name}"]`)
  const card = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${name}"]`)
  ;(row ?? card)?.focus()
}
