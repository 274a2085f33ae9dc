import { loadPageTexts } from '../../../../lib/texts'
import { FlowRuns } from './flow-runs'
import { StartFlowDialog } from './start-flow-dialog'

/** Texts of flows in a ticket by language. */
const texts = {
  pt: () => import('../../../../i18n/pt/ticket-flows'),
  en: () => import('../../../../i18n/en/ticket-flows'),
  es: () => import('../../../../i18n/es/ticket-flows'),
}

/** Returns the list of runs once its texts are loaded. */
export async function loadFlowRuns() {
  await loadPageTexts(texts)
  return FlowRuns
}

/** Returns the dialog that starts a flow once its texts are loaded. */
export async function loadStartFlowDialog() {
  await loadPageTexts(texts)
  return StartFlowDialog
}
