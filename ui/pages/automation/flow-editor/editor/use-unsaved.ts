import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { answerKeysOf } from '../../../../../src/shared/flow/variables'
import { writeStored } from '../../../../lib/storage'
import { toastInfo, toastUndo } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import type { FlowDocument } from './document'

/** Keeps unsaved changes over a reload, and warns when the page is left with some. */
export function useUnsaved({ editor, keep, isRestored }: FlowDocument) {
  const { t } = useTranslation()
  useEffect(() => {
    if (isRestored) toastUndo(t('flowBuilder.restored'), t('flowBuilder.discard'), editor.undo)
  }, [editor, isRestored, t])
  useEffect(() => {
    const stop = keep()
    const warn = (event: BeforeUnloadEvent) => editor.isChanged.peek() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => {
      stop()
      window.removeEventListener('beforeunload', warn)
      if (editor.isChanged.peek()) toastInfo(t('flowBuilder.keptHere'))
    }
  }, [editor, keep, t])
}

/** Names of the answers of the flow on screen, in the browser's storage. */
export function useStoredVariables({ editor }: FlowDocument) {
  useEffect(
    () => effect(() => writeStored('variables', JSON.stringify(answerKeysOf(editor.flow.value.nodes)))),
    [editor],
  )
}
