import { createCounter, type EnginePorts, type EngineTool } from '@palimpsest/core/engine'
import type { NodeShapes } from '../node-shapes.ts'
import { lcmDescribe } from './lcm-describe.ts'
import { lcmExpand } from './lcm-expand.ts'
import { lcmGrep } from './lcm-grep.ts'
import { lcmRead } from './lcm-read.ts'
import { createNodeFinder } from './node-finder.ts'

/** The tools by which a model finds, unfolds and reads what its view no longer shows. */
export function lcmTools(ports: Pick<EnginePorts, 'log' | 'pause'>, shapes: NodeShapes): readonly EngineTool[] {
  const { log } = ports
  const desk = {
    log,
    shapes,
    finder: createNodeFinder(log, shapes),
    counter: createCounter(),
    pause: () => ports.pause(),
  }
  return [lcmGrep(desk), lcmDescribe(desk), lcmExpand(desk), lcmRead(desk)]
}
