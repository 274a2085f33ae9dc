import { type RefObject, useCallback, useId, useRef, useState } from 'react'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { BlockMenu } from './blocks/block-menu'
import { addBlock } from './blocks/new-block'
import { useEditor } from './editor/editor'
import { LintList } from './outline/lint-list'
import { Outline } from './outline/outline'
import { SideStrip } from './side-strip'

const sideTabs = ['blocks', 'outline', 'lints'] as const
export type SideTab = (typeof sideTabs)[number]

type SideState = ReturnType<typeof useSide>

/**
 * State of the panel at the left: always open on phones and wide windows, else behind a strip of buttons. Phones have no
 * block menu in it.
 */
export function useSide(isPhone: boolean) {
  const hasPlace = useMediaQuery(breakpoints.details)
  const [chosen, setTab] = useState<SideTab | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const usual = isPhone ? ('outline' as const) : hasPlace ? ('blocks' as const) : null
  const showLints = useCallback(() => setTab('lints'), [])
  const showBlocks = useCallback(() => {
    setTab('blocks')
    // The menu may be drawn with this change only.
    requestAnimationFrame(() => search.current?.focus())
  }, [])
  const tab = isPhone && chosen === 'blocks' ? usual : (chosen ?? usual)
  return { tab, setTab, showLints, showBlocks, isPhone, hasStrip: !isPhone && !hasPlace, search }
}

interface SideProps {
  side: SideState
  isInert: boolean
  onSearch: () => void
}

/** Strip and panel at the left of the canvas. */
export function Side({ side, isInert, onSearch }: SideProps) {
  const { t } = useTranslation()
  const { tab, setTab, isPhone, hasStrip, search } = side
  return (
    <>
      {hasStrip && <SideStrip open={tab} onOpen={setTab} onSearch={onSearch} />}
      {tab && (
        <aside
          inert={isInert}
          aria-label={t('flowBuilder.outline')}
          className="flex min-h-0 min-w-0 flex-1 flex-col border-line border-r bg-surface sm:w-64 sm:flex-none"
        >
          <FlowSide tab={tab} onTab={setTab} searchRef={isPhone ? undefined : search} />
        </aside>
      )}
    </>
  )
}

interface FlowSideProps {
  tab: SideTab
  onTab: (tab: SideTab) => void
  /** Search of the block menu; undefined on phones, where the menu has a sheet of its own. */
  searchRef: RefObject<HTMLInputElement | null> | undefined
}

/** Block menu, outline and list of mistakes. */
function FlowSide({ tab, onTab, searchRef }: FlowSideProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const id = useId()
  const count = useValue(editor.lints).length
  const show = (nodeId: string) => {
    editor.select([nodeId])
    editor.revealed.value = { id: nodeId }
    onTab('outline')
  }
  const shown = sideTabs.filter((each) => searchRef || each !== 'blocks')
  return (
    <>
      <Tabs
        id={id}
        size="sm"
        label={t('flowBuilder.outline')}
        value={tab}
        onChange={onTab}
        tabs={shown.map((value) => ({
          value,
          label: t(`flowBuilder.sideTabs.${value}`),
          ...(value === 'lints' && !searchRef && { count }),
        }))}
      />
      <div {...tabPanelProps(id, tab)} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {tab === 'blocks' && (
          <BlockMenu searchRef={searchRef} shortcut="B" onChoose={(type) => addBlock(editor, type)} />
        )}
        {tab === 'outline' && <Outline />}
        {tab === 'lints' && <LintList onShow={show} />}
      </div>
    </>
  )
}
