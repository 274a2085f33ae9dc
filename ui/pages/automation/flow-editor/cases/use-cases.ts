import { useCallback, useEffect, useState } from 'react'
import type { FlowCase } from '../../../../../src/features/automation/flows/cases/model'
import type { AppError } from '../../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../../lib/api'
import { asFailure } from '../../../../lib/failure'
import { toastError } from '../../../../lib/toast'
import { useValue } from '../../../../lib/use-value'
import type { FlowDocument } from '../editor/document'

export type Cases = ReturnType<typeof useCases>

/** Test cases of a flow. A publication runs them, so that they load again after one. */
export function useCases(document: FlowDocument) {
  const path = api.flowbuilder.flow({ id: document.id }).cases
  const [rows, setRows] = useState<FlowCase[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<AppError | null>(null)
  const { version } = useValue(document.row)
  const refused = useValue(document.failure)
  const reload = useCallback(async () => {
    setFailure(null)
    try {
      const call = api.flowbuilder.flow({ id: document.id }).cases.get()
      setRows((await unwrapResponse<{ cases: FlowCase[] }>(call)).cases)
    } catch (thrown) {
      setFailure(asFailure(thrown))
    }
  }, [document.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a publication, done or refused, has new results.
  useEffect(() => void reload(), [reload, version, refused])
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const check = () =>
    run(async () => {
      if (document.editor.isChanged.peek() && !(await document.save())) return
      setRows((await unwrapResponse<{ cases: FlowCase[] }>(path.check.post())).cases)
    })
  const accept = (id: number) =>
    run(async () => {
      const changed = await unwrapResponse<FlowCase>(api.flowbuilder.cases({ id }).accept.post())
      setRows((now) => now?.map((row) => (row.id === id ? changed : row)) ?? null)
    })
  /** Not caught here: the form shows what refuses the name. */
  const rename = async (id: number, name: string) => {
    const changed = await unwrapResponse<FlowCase>(api.flowbuilder.cases({ id }).put({ name }))
    setRows((now) => now?.map((row) => (row.id === id ? changed : row)) ?? null)
  }
  const remove = (id: number) =>
    run(async () => {
      await unwrapResponse(api.flowbuilder.cases({ id }).delete())
      setRows((now) => now?.filter((row) => row.id !== id) ?? null)
    })
  return { rows, isBusy, failure, reload, check, accept, rename, remove }
}
