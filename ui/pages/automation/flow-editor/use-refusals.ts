import { useEffect } from 'react'
import type { Fault } from '../../../../src/shared/flow/fault'
import { faultText } from '../../../lib/flow-faults'
import { toastError, toastWarning } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { FlowDocument } from './editor/document'
import type { Editor } from './editor/editor'

/** Refusals that have a dialog of their own. */
const dialogs: string[] = ['ERR_FLOW_CHANGED', 'ERR_FLOW_CASES_FAILED']

/**
 * Tells why the server refused to save or publish: the fault of a flow with its node selected, or that the flow has errors.
 * The flow on screen stays.
 */
export function useRefusals({ failure, editor }: FlowDocument, onErrors: () => void) {
  const { t } = useTranslation()
  const refusal = useValue(failure)
  useEffect(() => {
    if (!refusal || dialogs.includes(refusal.code)) return
    const fault = refusal.code === 'ERR_FLOW_INVALID' && (refusal.detail.fault as Fault | undefined)
    if (fault) {
      toastWarning(t('flowBuilder.refusedSave', { reason: faultText(t, fault) }))
      return selectPlace(editor, fault)
    }
    toastError(refusal)
    if (refusal.code === 'ERR_FLOW_INVALID') onErrors()
  }, [refusal, editor, t, onErrors])
}

/** Selects the node at the place of a fault. */
function selectPlace(editor: Editor, { place }: Fault) {
  const at = /^nodes\.(\d+)/.exec(place)?.[1]
  const node = at === undefined ? undefined : editor.flow.peek().nodes[Number(at)]
  if (!node) return
  editor.select([node.id])
  editor.revealed.value = { id: node.id }
}
