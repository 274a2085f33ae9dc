import { useId } from 'react'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { useEditor } from './editor/editor'
import { LintList } from './outline/lint-list'
import { Outline } from './outline/outline'

export type SideTab = 'outline' | 'lints'

/** Outline and list of mistakes. */
export function FlowSide({ tab, onTab }: { tab: SideTab; onTab: (tab: SideTab) => void }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const id = useId()
  const count = useValue(editor.lints).length
  const show = (nodeId: string) => {
    editor.select([nodeId])
    editor.revealed.value = { id: nodeId }
    onTab('outline')
  }
  return (
    <>
      <Tabs
        id={id}
        size="sm"
        label={t('flowBuilder.outline')}
        value={tab}
        onChange={onTab}
        tabs={[
          { value: 'outline', label: t('flowBuilder.outlineTab') },
          { value: 'lints', label: t('flowBuilder.lintsTab'), count },
        ]}
      />
      <div {...tabPanelProps(id, tab)} className="min-h-0 flex-1 overflow-y-auto">
        {tab === 'outline' ? <Outline /> : <LintList onShow={show} />}
      </div>
    </>
  )
}
