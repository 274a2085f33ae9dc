import { useEffect, useState } from 'react'
import { joinFlow, useLive } from '../../../../lib/realtime'
import { useMe } from '../../../../lib/session'

/** Another user who has the flow on screen. */
interface FlowEditor {
  id: number
  name: string
}

/** Other users who have the flow on screen; joins the flow while the component is mounted. */
export function useFlowEditors(flowId: number): FlowEditor[] {
  const { id: ownId } = useMe()
  const [editors, setEditors] = useState<FlowEditor[]>([])
  useLive(
    {
      flowEditors(event) {
        if (event.flowId === flowId) setEditors(event.editors.filter(({ id }) => id !== ownId))
      },
    },
    // The server names the others when the socket joins again.
    () => setEditors([]),
  )
  useEffect(() => joinFlow(flowId), [flowId])
  return editors
}
