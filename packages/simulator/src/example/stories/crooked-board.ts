import { brokenBoardPicture, fixedBoardPicture } from '../pictures.ts'
import { usePatch, useReadFile } from '../use-files.ts'
import { screenshot, startProcess, stopProcess } from '../use-others.ts'
import { commit } from '../use-terminal.ts'
import type { Story } from './story.ts'

const file = 'web/boarding-board.css'
const url = 'http://localhost:8080/boarding-board'

/** Pictures on both sides: the user's, and the tool's before and after. */
export const crookedBoard: Story = (scene) => {
  const { world } = scene
  scene.ask(
    'The boarding board in the terminal hall looks like this since the new screens are up 😕 The bars should all end at the same place.',
    brokenBoardPicture,
  )
  scene.act(
    { say: 'Let me see whether it looks the same here.' },
    startProcess(
      'npm start',
      'listening',
      'proc-1 started (pid 31877)\n{"level":30,"msg":"Server listening at http://0.0.0.0:8080"}',
    ),
    useReadFile(world, file),
  )
  scene.act({}, screenshot(url, 'GET /boarding-board → 200, 1280×800, no console errors', brokenBoardPicture))
  scene.act(
    {
      think:
        'Each bar grows from its own content: width max-content as the base and flex auto. The base should be zero, so that all share the rest of the row equally.',
    },
    usePatch(world, file, 'flex: 1 1 auto; width: max-content;', 'flex: 1 1 0; min-width: 0;'),
  )
  scene.act({}, screenshot(url, 'GET /boarding-board → 200, 1280×800, no console errors', fixedBoardPicture))
  const { use, sha } = commit(scene, 'Let all bars of the boarding board end at the same place')
  scene.act({}, use, stopProcess('proc-1'))
  scene.answer(
    `Fixed ✅ (\`${sha}\`). The bars took their width from their text (\`width: max-content\` as flex base); on the wider screens that shows. Now the base is zero and they share the row. The second picture is from the same page after the change. There are no tests for styles, so the pictures are the evidence.`,
  )
  scene.ask('😍')
  scene.answer('🙂')
}
