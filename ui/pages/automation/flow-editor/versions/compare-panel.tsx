import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FlowVersion } from '../../../../../src/features/automation/flows/model'
import type { AppError } from '../../../../../src/shared/errors'
import { type Comparison, compareFlows } from '../../../../../src/shared/flow/differences'
import type { StoredFlow } from '../../../../../src/shared/flow/read'
import { Button } from '../../../../components/button'
import { ErrorState } from '../../../../components/error-state'
import { BareSelect } from '../../../../components/select'
import { SkeletonRows } from '../../../../components/skeleton'
import { asFailure } from '../../../../lib/failure'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import type { FlowDocument } from '../editor/document'
import { useEditor } from '../editor/editor'
import { Differences } from './differences'
import { loadVersion } from './use-versions'

/** Value of the select for the content on screen. */
const onScreen = 'draft'

interface ComparePanelProps {
  document: FlowDocument
  versions: FlowVersion[]
  /** Number of the version that is compared with another, at first with the content on screen. */
  from: number
  onClose: () => void
}

/** Differences between two contents, in words; those of the content on screen are marked on the canvas. */
export function ComparePanel({ document, versions, from, onClose }: ComparePanelProps) {
  const { t } = useTranslation()
  const [earlier, setEarlier] = useState(String(from))
  const [laterId, setLater] = useState(onScreen)
  const before = useContent(document, earlier)
  const after = useContent(document, laterId)
  const comparison = before.content && after.content ? compareFlows(before.content, after.content) : null
  const isMarked = laterId === onScreen && comparison !== null
  useMarks(isMarked ? comparison : null)
  const { revealed } = useEditor()
  useEffect(() => {
    if (isMarked) revealed.value = { id: 'all' }
  }, [revealed, isMarked])
  const choices = [
    { value: onScreen, label: t('flowVersions.onScreen') },
    ...versions.map(({ number }) => ({ value: String(number), label: t('flowVersions.number', { number }) })),
  ]
  const failure = before.failure ?? after.failure
  return (
    <div className="flex flex-col gap-3 p-3">
      <Button size="sm" variant="quiet" icon={<ArrowLeft aria-hidden />} className="self-start" onClick={onClose}>
        {t('flowVersions.back')}
      </Button>
      <div className="flex flex-col gap-2">
        <Choice label={t('flowVersions.from')} value={earlier} choices={choices} onChange={setEarlier} />
        <Choice label={t('flowVersions.to')} value={laterId} choices={choices} onChange={setLater} />
      </div>
      {failure && <ErrorState failure={failure} />}
      {!failure && !comparison && <SkeletonRows rows={3} avatar={false} />}
      {comparison && before.content && after.content && (
        <Differences comparison={comparison} before={before.content} after={after.content} />
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  choices: { value: string; label: string }[]
  onChange: (value: string) => void
}

const Choice = ({ label, ...select }: ChoiceProps) => (
  <div className="flex items-center gap-2">
    <span aria-hidden className="w-12 shrink-0 text-muted text-sm">
      {label}
    </span>
    <BareSelect {...select} label={label} className="min-w-0 flex-1" />
  </div>
)

/** The content on screen, or that of a version; null while it loads. */
function useContent({ id, editor }: FlowDocument, choice: string) {
  const drawn = useValue(editor.flow)
  const [loaded, setLoaded] = useState<{ choice: string; content: StoredFlow } | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  useEffect(() => {
    setFailure(null)
    if (choice === onScreen) return
    let isCurrent = true
    loadVersion(id, Number(choice)).then(
      (content) => isCurrent && setLoaded({ choice, content }),
      (thrown) => isCurrent && setFailure(asFailure(thrown)),
    )
    return () => {
      isCurrent = false
    }
  }, [id, choice])
  const content = choice === onScreen ? drawn : loaded?.choice === choice ? loaded.content : null
  return { content, failure }
}

/** Marks added and changed nodes and changed ways on the canvas, and draws removed nodes, while the comparison is open. */
function useMarks(comparison: Comparison | null) {
  const editor = useEditor()
  const { t } = useTranslation()
  const key = JSON.stringify(
    comparison && [ids(comparison.added), changedIds(comparison), comparison.ways, comparison.removed],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the comparison, which is new at each render.
  useEffect(() => {
    if (!comparison) return
    const [added, changed] = [ids(comparison.added), changedIds(comparison)]
    editor.highlight.value = {
      nodes: new Set([...added, ...changed]),
      edges: new Set(comparison.ways.map(({ source, handle }) => `${source}/${handle}`)),
      notes: new Map([
        ...added.map((id) => [id, t('flowVersions.new')] as const),
        ...changed.map((id) => [id, t('flowVersions.changed')] as const),
        ...ids(comparison.removed).map((id) => [id, t('flowVersions.removed')] as const),
      ]),
      ghosts: comparison.removed,
    }
    return () => {
      editor.highlight.value = null
    }
  }, [editor, key, t])
}

const ids = (nodes: { id: string }[]) => nodes.map(({ id }) => id)
const changedIds = ({ changed }: Comparison) => changed.map(({ after }) => after.id)
