import { Canvas } from './canvas/canvas'
import { Palette } from './canvas/palette'
import type { FlowDocument } from './editor/document'
import { FlowPanels } from './flow-panels'
import { Head } from './head'
import { FormHost } from './node-forms/form-host'

/** Head, canvas and panels of a loaded flow. */
export function FlowScreen({ document }: { document: FlowDocument }) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Head document={document} />
      <div className="flex min-h-0 flex-1">
        <div className="relative min-w-0 flex-1">
          <Canvas onInit={() => undefined} />
          <Palette />
        </div>
        <FlowPanels document={document} />
      </div>
      <FormHost />
    </div>
  )
}
