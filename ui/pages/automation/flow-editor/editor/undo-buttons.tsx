import { Redo2, Undo2 } from 'lucide-react'
import { IconButton } from '../../../../components/icon-button'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from './editor'

/** Buttons of the history. */
export function UndoButtons({ size }: { size?: 'sm' }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const canUndo = useValue(editor.canUndo)
  const canRedo = useValue(editor.canRedo)
  const look = { size, ...(size === 'sm' && { tooltipSide: 'top' as const }) }
  return (
    <>
      <IconButton {...look} label={t('flowBuilder.undo')} shortcut="Ctrl+Z" disabled={!canUndo} onClick={editor.undo}>
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        {...look}
        label={t('flowBuilder.redo')}
        shortcut="Ctrl+Shift+Z"
        disabled={!canRedo}
        onClick={editor.redo}
      >
        <Redo2 aria-hidden />
      </IconButton>
    </>
  )
}
