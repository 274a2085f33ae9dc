import { Plus } from 'lucide-react'
import { kindOf } from '../../../../../src/shared/flow/read-node'
import { Button } from '../../../../components/button'
import { Menu } from '../../../../components/menu'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { kindIcons, type PaletteType, paletteTypes } from '../editor/kinds'

/** Menu that adds nodes; all but the start open their form first. */
export function Palette() {
  const { t } = useTranslation()
  const editor = useEditor()
  const isFull = useValue(editor.isFull)
  const add = (type: PaletteType) => {
    if (type === 'start') editor.add({ type, data: { label: 'Inicio do fluxo' } })
    else editor.openForm.value = { type }
  }
  const entries = paletteTypes.map((type) => {
    const kind = kindOf(type)
    const Icon = kindIcons[kind]
    return { label: t(`flowBuilder.kinds.${kind}`), icon: <Icon aria-hidden />, onSelect: () => add(type) }
  })
  return (
    <Menu
      align="start"
      entries={entries}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />} disabled={isFull}>
          {t('flowBuilder.add')}
        </Button>
      }
    />
  )
}
