export { type ContextMiddleware, contextMiddleware } from './context-middleware.ts'
export { type ContextStepOptions, contextStep, type StepInput } from './context-step.ts'
