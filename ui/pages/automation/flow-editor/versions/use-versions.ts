import i18n from 'i18next'
import { useCallback, useEffect, useState } from 'react'
import type { FlowVersion } from '../../../../../src/features/automation/flows/model'
import type { AppError } from '../../../../../src/shared/errors'
import type { StoredFlow } from '../../../../../src/shared/flow/read'
import { confirm } from '../../../../components/confirm'
import { api, unwrapResponse } from '../../../../lib/api'
import { asFailure } from '../../../../lib/failure'
import { flowToastMs, toastSuccess } from '../../../../lib/toast'
import { useValue } from '../../../../lib/use-value'
import type { FlowDocument } from '../editor/document'

/** Published versions of a flow, newest first; null while they load. Loaded again after each publication. */
export function useVersions({ id, row }: FlowDocument) {
  const [versions, setVersions] = useState<FlowVersion[] | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const published = useValue(row).version
  const load = useCallback(() => {
    setFailure(null)
    unwrapResponse(api.flowbuilder.flow({ id }).versions.get()).then(
      (answer) => setVersions(answer.versions),
      (thrown) => setFailure(asFailure(thrown)),
    )
  }, [id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a publication adds a version.
  useEffect(load, [load, published])
  return { versions, failure, reload: load }
}

/** Content of a version. @throws AppError */
export const loadVersion = (id: number, number: number): Promise<StoredFlow> =>
  unwrapResponse<StoredFlow>(api.flowbuilder.flow({ id }).versions({ number }).get())

/** Publishes an earlier version again after confirmation, and shows it as the draft. The page shows a refusal. */
export async function restoreVersion(document: FlowDocument, number: number) {
  const isConfirmed = await confirm({
    title: i18n.t('flowVersions.restoreTitle', { number }),
    text: i18n.t('flowVersions.restoreText'),
    action: i18n.t('flowVersions.restore'),
  })
  if (!isConfirmed || !(await document.restore(number))) return
  toastSuccess(i18n.t('flowBuilder.published', { version: document.row.peek().version ?? 0 }), flowToastMs)
}
