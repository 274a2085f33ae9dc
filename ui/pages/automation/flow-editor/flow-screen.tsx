import { type ComponentProps, useCallback, useState } from 'react'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Canvas } from './canvas/canvas'
import { useFlowKeys } from './canvas/use-flow-keys'
import { ConflictDialog } from './conflict-dialog'
import type { FlowDocument } from './editor/document'
import { useLints } from './editor/lints'
import { useStoredVariables, useUnsaved } from './editor/use-unsaved'
import { OutdatedNote } from './editors/outdated-note'
import { FlowPanel } from './flow-panels'
import { Side, useSide } from './flow-side'
import { Head } from './head'
import { Inspector, InspectorSheet } from './inspector/inspector'
import type { HeldForms } from './inspector/use-held-form'
import { LastFailure } from './last-failure'
import { ProblemsPill } from './outline/problems-pill'
import { Toolbar } from './phone-toolbar'
import { SearchBox } from './search-box'
import { useStarts } from './starts/use-starts'
import { useFilesOf } from './upload/known-files'
import { useRefusals } from './use-refusals'

/** Head, outline, canvas, inspector and panels of a loaded flow. On a phone the outline takes the place of the canvas. */
export function FlowScreen({ document }: { document: FlowDocument }) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(breakpoints.phone)
  const side = useSide(isPhone)
  const [isSearching, setSearching] = useState(false)
  const [panelId, setPanelId] = useState<string | null>(null)
  const [forms] = useState<HeldForms>(() => new Map())
  const isCovered = isPhone && panelId !== null
  const starts = useStarts(document.id)
  const inspected = useInspected(document, isPhone, panelId !== null)
  useLints(document)
  useFilesOf(document)
  useUnsaved(document)
  useStoredVariables(document)
  useRefusals(document, side.showLints)
  const save = useCallback(async () => {
    if (await document.save()) toastSuccess(t('flowBuilder.saved'))
  }, [document, t])
  const search = useCallback(() => setSearching(true), [])
  useFlowKeys({ save, search, blocks: side.showBlocks })
  const toggleSearch = () => setSearching(!isSearching)
  return (
    <div className="relative flex h-full min-h-0 flex-col">
      <div inert={isCovered}>
        <Head
          document={document}
          onSave={save}
          onErrors={side.showLints}
          starts={starts}
          panelId={panelId}
          onPanel={setPanelId}
        />
        <OutdatedNote document={document} />
        <LastFailure document={document} />
        {isPhone && <Toolbar onSearch={toggleSearch} />}
        {isSearching && <SearchBox onClose={() => setSearching(false)} />}
      </div>
      <div className="flex min-h-0 flex-1 sm:relative">
        <Side side={side} isInert={isCovered} onSearch={toggleSearch} />
        {!isPhone && (
          <div className="relative min-w-0 flex-1">
            <Canvas>
              <ProblemsPill onShow={side.showLints} />
            </Canvas>
          </div>
        )}
        {inspected && (
          <BlockInspector key={inspected.id} stored={inspected} forms={forms} starts={starts} isSheet={isPhone} />
        )}
        <FlowPanel
          document={document}
          openId={panelId}
          onClose={() => setPanelId(null)}
          isCovering={isCovered}
          isHidden={inspected !== undefined && !isPhone}
        />
      </div>
      <ConflictDialog document={document} />
    </div>
  )
}

const BlockInspector = ({ isSheet, ...props }: ComponentProps<typeof Inspector> & { isSheet: boolean }) =>
  isSheet ? <InspectorSheet {...props} /> : <Inspector {...props} />

/**
 * Block that the inspector shows: the only selected one. On phones, and beside an open panel, only after the inspector was
 * asked for.
 */
function useInspected({ editor }: FlowDocument, isPhone: boolean, isPanelOpen: boolean) {
  const flow = useValue(editor.flow)
  const { nodes } = useValue(editor.selection)
  const edited = useValue(editor.edited)
  const selected = nodes.size === 1 ? [...nodes][0] : undefined
  const id = isPhone || isPanelOpen ? edited?.id : selected
  return flow.nodes.find((node) => node.id === id)
}
