import { ListTree, Network, Redo2, Search, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/icon-button'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { arrange } from './editor/arrange'
import { useEditor } from './editor/editor'

interface ToolbarProps {
  isSideOpen: boolean
  /** Shows or hides the outline; undefined where it always shows. */
  onSide?: () => void
  onSearch: () => void
  /** Button that adds nodes. */
  add: ReactNode
}

/** Buttons that change and search the flow. */
export function Toolbar({ isSideOpen, onSide, onSearch, add }: ToolbarProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const canUndo = useValue(editor.canUndo)
  const canRedo = useValue(editor.canRedo)
  const sort = async () => {
    editor.move(await arrange(editor.flow.peek()))
    editor.revealed.value = { id: 'all' }
  }
  return (
    <div className="flex flex-wrap items-center gap-1 border-line border-b bg-surface px-3 py-1.5">
      {add}
      <span className="w-2" />
      {onSide && (
        <IconButton label={t('flowBuilder.showOutline')} pressed={isSideOpen} onClick={onSide}>
          <ListTree aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('flowBuilder.undo')} shortcut="Ctrl+Z" disabled={!canUndo} onClick={editor.undo}>
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton label={t('flowBuilder.redo')} shortcut="Ctrl+Shift+Z" disabled={!canRedo} onClick={editor.redo}>
        <Redo2 aria-hidden />
      </IconButton>
      <IconButton label={t('flowBuilder.search')} shortcut="Ctrl+F" onClick={onSearch}>
        <Search aria-hidden />
      </IconButton>
      {onSide && (
        <IconButton label={t('flowBuilder.arrange')} onClick={() => sort().catch(toastError)}>
          <Network aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
