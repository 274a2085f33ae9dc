import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { IconButton } from '../../../components/icon-button'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { BlockMenu } from './blocks/block-menu'
import { addBlock } from './blocks/new-block'
import { useEditor } from './editor/editor'
import { UndoButtons } from './editor/undo-buttons'

/** Buttons that change and search the flow on a phone, which has no canvas. */
export function Toolbar({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const [isAdding, setAdding] = useState(false)
  const isFull = useValue(editor.isFull)
  return (
    <div className="flex items-center gap-1 border-line border-b bg-surface px-3 py-1">
      <Button icon={<Plus aria-hidden />} disabled={isFull} onClick={() => setAdding(true)}>
        {t('flowBuilder.add')}
      </Button>
      <span className="flex-1" />
      <UndoButtons />
      <IconButton label={t('flowBuilder.search')} shortcut="Ctrl+F" onClick={onSearch}>
        <Search aria-hidden />
      </IconButton>
      {isAdding && (
        <Dialog open title={t('flowBuilder.add')} onClose={() => setAdding(false)}>
          <div className="-m-4 flex flex-col">
            <BlockMenu
              onChoose={(type) => {
                setAdding(false)
                addBlock(editor, type)
              }}
            />
          </div>
        </Dialog>
      )}
    </div>
  )
}
