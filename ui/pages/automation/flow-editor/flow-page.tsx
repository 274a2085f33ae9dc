import { useEffect, useState } from 'react'
import type { AppError } from '../../../../src/shared/errors'
import { ErrorState } from '../../../components/error-state'
import { Skeleton } from '../../../components/skeleton'
import { asFailure } from '../../../lib/failure'
import { useTitle } from '../../../lib/title'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { type FlowDocument, loadDocument } from './editor/document'
import { EditorProvider } from './editor/editor'
import { FlowScreen } from './flow-screen'

/** Delay in ms from a change of the id in the address to the request for the flow. */
const changeDelay = 500

/** Editor of the flow whose id is in the address. */
export function FlowBuilderPage({ id }: { id: number }) {
  const { t } = useTranslation()
  useTitle(t('flowBuilder.title'))
  return useLeaveWithoutPlan('useIntegrations', t('flowBuilder.refused')) ? <Loaded id={id} /> : null
}

function Loaded({ id }: { id: number }) {
  const { t } = useTranslation()
  const { document, failure, retry } = useDocument(id)
  if (failure) return <ErrorState failure={failure} onRetry={retry} />
  if (!document)
    return (
      <div role="status" aria-label={t('flowBuilder.loading')} className="flex h-full flex-col gap-4 p-4">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="min-h-0 w-full flex-1" />
      </div>
    )
  return (
    <EditorProvider value={document.editor} key={document.id}>
      <FlowScreen document={document} />
    </EditorProvider>
  )
}

/** Loads the flow: at once for the first id, after a pause for later ones. */
function useDocument(id: number) {
  const [document, setDocument] = useState<FlowDocument | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the request.
  useEffect(() => {
    let isCurrent = true
    const load = () =>
      loadDocument(id).then(
        (loaded) => isCurrent && setDocument(loaded),
        (thrown) => isCurrent && setFailure(asFailure(thrown)),
      )
    const timer = setTimeout(load, document ? changeDelay : 0)
    setDocument(null)
    setFailure(null)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [id, attempt])
  return { document, failure, retry: () => setAttempt(attempt + 1) }
}
