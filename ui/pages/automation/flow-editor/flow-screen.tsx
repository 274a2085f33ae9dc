import { useCallback, useState } from 'react'
import { classes } from '../../../lib/classes'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { Canvas } from './canvas/canvas'
import { Palette } from './canvas/palette'
import { useFlowKeys } from './canvas/use-flow-keys'
import { ConflictDialog } from './conflict-dialog'
import type { FlowDocument } from './editor/document'
import { useLints } from './editor/lints'
import { useStoredVariables, useUnsaved } from './editor/use-unsaved'
import { OutdatedNote } from './editors/outdated-note'
import { FlowPanels } from './flow-panels'
import { FlowSide, type SideTab } from './flow-side'
import { Head } from './head'
import { LastFailure } from './last-failure'
import { FormHost } from './node-forms/form-host'
import { SearchBox } from './search-box'
import { Toolbar } from './toolbar'
import { useFilesOf } from './upload/known-files'
import { useRefusals } from './use-refusals'

/** Head, outline, canvas and panels of a loaded flow. On a phone the outline takes the place of the canvas. */
export function FlowScreen({ document }: { document: FlowDocument }) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(breakpoints.phone)
  const isWide = useMediaQuery(breakpoints.wide)
  const [chosenSide, setSide] = useState<boolean | null>(null)
  const [tab, setTab] = useState<SideTab>('outline')
  const [isSearching, setSearching] = useState(false)
  const [panelId, setPanelId] = useState<string | null>(null)
  const isCovered = isPhone && panelId !== null
  const isSideOpen = isPhone || (chosenSide ?? isWide)
  useLints(document)
  useFilesOf(document)
  useUnsaved(document)
  useStoredVariables(document)
  const showErrors = useCallback(() => {
    setSide(true)
    setTab('lints')
  }, [])
  useRefusals(document, showErrors)
  const save = useCallback(async () => {
    if (await document.save()) toastSuccess(t('flowBuilder.saved'))
  }, [document, t])
  const search = useCallback(() => setSearching(true), [])
  useFlowKeys({ save, search })
  return (
    <div className="relative flex h-full min-h-0 flex-col">
      <div inert={isCovered}>
        <Head document={document} onSave={save} onErrors={showErrors} />
        <OutdatedNote document={document} />
        <LastFailure document={document} />
        <Toolbar
          isSideOpen={isSideOpen}
          onSide={isPhone ? undefined : () => setSide(!isSideOpen)}
          onSearch={() => setSearching(!isSearching)}
          add={<Palette />}
        />
        {isSearching && <SearchBox onClose={() => setSearching(false)} />}
      </div>
      <div className="flex min-h-0 flex-1 sm:relative">
        {isSideOpen && (
          <aside
            inert={isCovered}
            aria-label={t('flowBuilder.outline')}
            className={classes(
              'flex min-h-0 flex-col bg-surface',
              isPhone ? 'min-w-0 flex-1' : 'w-80 border-line border-r',
            )}
          >
            <FlowSide tab={tab} onTab={setTab} />
          </aside>
        )}
        {!isPhone && (
          <div className="relative min-w-0 flex-1">
            <Canvas />
          </div>
        )}
        <FlowPanels document={document} openId={panelId} onOpen={setPanelId} isCovering={isCovered} />
      </div>
      <FormHost />
      <ConflictDialog document={document} />
    </div>
  )
}
