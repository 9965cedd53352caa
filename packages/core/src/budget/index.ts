export { type Budget, deriveBudget, summarySize, type Window } from './budget.ts'
export { type BudgetOptions, budgetDefaults } from './budget-options.ts'
