/** Names of gcc 12 and clang behind -W and -f: accepted for their makefiles, without effect where pgasc has no such thing. */

const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Behind -W and -Wno-. */
export const GCC_WARNINGS = names(
  `NSObject-attribute abi abi-tag absolute-value address address-of-packed-member aggregate-return
   aggressive-loop-optimizations aliasing align-commons aligned-new all alloc-size-larger-than alloc-zero alloca
   alloca-larger-than ampersand analyzer-double-fclose analyzer-double-free
   analyzer-exposure-through-output-file analyzer-file-leak analyzer-free-of-non-heap analyzer-malloc-leak
   analyzer-mismatching-deallocation analyzer-null-argument analyzer-null-dereference
   analyzer-possible-null-argument analyzer-possible-null-dereference analyzer-shift-count-negative
   analyzer-shift-count-overflow analyzer-stale-setjmp-buffer analyzer-tainted-allocation-size
   analyzer-tainted-array-index analyzer-tainted-divisor analyzer-tainted-offset analyzer-tainted-size
   analyzer-too-complex analyzer-unsafe-call-within-signal-handler analyzer-use-after-free
   analyzer-use-of-pointer-in-stale-stack-frame analyzer-use-of-uninitialized-value analyzer-write-to-const
   analyzer-write-to-string-literal arith-conversion array-bounds array-compare array-parameter
   array-temporaries assign-intercept attribute-alias attribute-warning attributes bad-function-cast bidi-chars
   bool-compare bool-operation builtin-declaration-mismatch c++-compat effc++ fatal-errors builtin-macro-redefined c-binding-type
   c11-c2x-compat c90-c99-compat c99-c11-compat cannot-profile cast-align cast-function-type cast-qual
   cast-result catch-value char-subscripts character-truncation chkp class-conversion class-memaccess clobbered
   comma-subscript comment comments compare-reals conditionally-supported conversion conversion-extra
   conversion-null coverage-invalid-line-number coverage-mismatch cpp ctad-maybe-unsupported ctor-dtor-privacy
   dangling-else dangling-pointer date-time declaration-after-statement delete-incomplete
   delete-non-virtual-dtor deprecated deprecated-copy deprecated-copy-dtor deprecated-declarations
   deprecated-enum-enum-conversion deprecated-enum-float-conversion designated-init disabled-optimization
   discarded-array-qualifiers discarded-qualifiers div-by-zero do-subscript double-promotion
   duplicate-decl-specifier duplicated-branches duplicated-cond empty-body endif-labels enum-compare
   enum-conversion everything exceptions expansion-to-defined extra extra-semi float-conversion float-equal
   format format-contains-nul format-diag format-extra-args format-nonliteral format-overflow format-security
   format-signedness format-truncation format-y2k format-zero-length frame-address frame-larger-than
   free-nonheap-object function-elimination hsa if-not-aligned ignored-attributes ignored-qualifiers implicit
   implicit-fallthrough implicit-function-declaration implicit-int implicit-interface implicit-procedure import
   inaccessible-base incompatible-pointer-types infinite-recursion inherited-variadic-ctor init-list-lifetime
   init-self inline int-conversion int-in-bool-context int-to-pointer-cast integer-division interference-size
   intrinsic-shadow intrinsics-std invalid-imported-macros invalid-memory-model invalid-offsetof invalid-pch
   jump-misses-init larger-than larger-than- line-truncation literal-suffix logical-not-parentheses logical-op
   long-long lto-type-mismatch main maybe-uninitialized memset-elt-size memset-transposed-args
   misleading-indentation mismatched-dealloc mismatched-new-delete mismatched-tags missing-attributes
   missing-braces missing-declarations missing-field-initializers missing-format-attribute missing-include-dirs
   missing-noreturn missing-parameter-type missing-profile missing-prototypes missing-requires
   missing-template-keyword mudflap multichar multiple-inheritance multistatement-macros namespaces narrowing
   nested-externs noexcept noexcept-type non-template-friend non-virtual-dtor nonnull nonnull-compare normalized
   null-dereference objc-root-class odr old-style-cast old-style-declaration old-style-definition
   openacc-parallelism openmp-simd overflow overlength-strings overloaded-virtual override-init
   override-init-side-effects overwrite-recursive packed packed-bitfield-compat packed-not-aligned padded
   parentheses pedantic pessimizing-move placement-new pmf-conversions pointer-arith pointer-compare
   pointer-sign pointer-to-int-cast pragmas prio-ctor-dtor property-assign-default protocol psabi
   range-loop-construct real-q-constant realloc-lhs realloc-lhs-all redundant-decls redundant-move
   redundant-tags register reorder restrict return-local-addr return-type scalar-storage-order selector
   sequence-point shadow shadow-compatible-local shadow-ivar shadow-local shift-count-negative
   shift-count-overflow shift-negative-value shift-overflow sign-compare sign-conversion sign-promo
   sized-deallocation sizeof-array-argument sizeof-array-div sizeof-pointer-div sizeof-pointer-memaccess
   stack-protector stack-usage strict-aliasing strict-null-sentinel strict-overflow strict-prototypes
   strict-selector-match string-compare stringop-overflow stringop-overread stringop-truncation
   subobject-linkage suggest-attribute suggest-final-methods suggest-final-types suggest-override surprising
   switch switch-bool switch-default switch-enum switch-outside-range switch-unreachable sync-nand synth
   system-headers tabs target-lifetime tautological-compare templates terminate traditional
   traditional-conversion trampolines trigraphs trivial-auto-var-init tsan type-limits undeclared-selector undef
   undefined-do-loop underflow uninitialized unknown-pragmas unreachable-code unsafe-loop-optimizations
   unsuffixed-float-constants unused unused-but-set-parameter unused-but-set-variable unused-const-variable
   unused-dummy-argument unused-function unused-label unused-local-typedefs unused-macros unused-parameter
   unused-result unused-value unused-variable use-after-free use-without-only useless-cast varargs
   variadic-macros vector-operation-performance vexing-parse virtual-inheritance virtual-move-assign vla
   vla-larger-than vla-parameter volatile volatile-register-var write-strings zero-as-null-pointer-constant
   zero-length-bounds zerotrip`,
);

/** Behind -f and -fno-; without the part behind '='. */
export const GCC_SWITCHES = names(
  `PIC PIE abi-version ada-spec-parent aggressive-loop-optimizations align-functions align-jumps align-labels
   align-loops allocation-dce allow-parameterless-variadic-functions allow-store-data-races analyzer
   analyzer-call-summaries analyzer-checker analyzer-feasibility analyzer-fine-grained
   analyzer-show-duplicate-count analyzer-state-merge analyzer-state-purge analyzer-transitivity
   analyzer-verbose-edges analyzer-verbose-state-changes analyzer-verbosity argument-alias argument-noalias
   argument-noalias-anything argument-noalias-global asan-shadow-offset asm associative-math
   asynchronous-unwind-tables auto-inc-dec auto-profile bit-tests branch-count-reg branch-probabilities
   branch-target-load-optimize branch-target-load-optimize2 btr-bb-exclusive building-libgcc builtin call-saved
   call-used caller-saves callgraph-info canonical-system-headers cf-protection check-data-deps check-new
   check-pointer-bounds checking chkp-check-incomplete-type chkp-check-read chkp-check-write
   chkp-first-field-has-own-bounds chkp-flexible-struct-trailing-arrays chkp-instrument-calls
   chkp-instrument-marked-only chkp-narrow-bounds chkp-narrow-to-innermost-array chkp-optimize chkp-store-bounds
   chkp-treat-zero-dynamic-size-as-infinite chkp-use-fast-string-functions chkp-use-nochk-string-functions
   chkp-use-static-bounds chkp-use-static-const-bounds chkp-use-wrappers chkp-zero-input-bounds-for-main
   cilkplus code-hoisting color-diagnostics combine-stack-adjustments common compare-debug compare-debug-second
   compare-elim cond-mismatch conserve-stack cprop-registers crossjumping cse-follow-jumps cse-skip-blocks
   cx-fortran-rules cx-limited-range data-sections dbg-cnt dbg-cnt-list dce debug-cpp debug-prefix-map
   debug-types-section defer-pop delayed-branch delete-dead-exceptions delete-null-pointer-checks devirtualize
   devirtualize-at-ltrans devirtualize-speculatively diagnostics-color diagnostics-column-origin
   diagnostics-column-unit diagnostics-escape-format diagnostics-format diagnostics-generate-patch
   diagnostics-minimum-margin-width diagnostics-parseable-fixits diagnostics-path-format
   diagnostics-plain-output diagnostics-show-caret diagnostics-show-cwe diagnostics-show-labels
   diagnostics-show-line-numbers diagnostics-show-location diagnostics-show-option diagnostics-show-path-depths
   diagnostics-urls directives-only disable dollars-in-identifiers dse dump dump-ada-spec dump-ada-spec-slim
   dump-analyzer dump-analyzer-callgraph dump-analyzer-exploded-graph dump-analyzer-exploded-nodes
   dump-analyzer-exploded-nodes-2 dump-analyzer-exploded-nodes-3 dump-analyzer-exploded-paths
   dump-analyzer-feasibility dump-analyzer-json dump-analyzer-state-purge dump-analyzer-stderr
   dump-analyzer-supergraph dump-analyzer-untracked dump-final-insns dump-go-spec dump-internal-locations
   dump-noaddr dump-passes dump-rtl dump-tree dump-unnumbered dump-unnumbered-links dwarf2-cfi-asm
   early-inlining eliminate-dwarf2-dups eliminate-unused-debug-symbols eliminate-unused-debug-types
   emit-class-debug-always emit-struct-debug-baseonly emit-struct-debug-detailed emit-struct-debug-reduced
   enable exceptions excess-precision exec-charset expensive-optimizations extended-identifiers fast-math
   fat-lto-objects file-prefix-map finite-loops finite-math-only fixed float-store fold-simple-inlines
   force-addr forward-propagate fp-contract fp-int-builtin-inexact freestanding function-cse function-sections
   gcse gcse-after-reload gcse-las gcse-lm gcse-sm gimple gnat-encodings gnu-tm gnu-unique gnu89-inline graphite
   graphite-identity guess-branch-probability handle-exceptions harden-compares harden-conditional-branches help
   hoist-adjacent-loads hosted ident if-conversion if-conversion2 indirect-inlining inhibit-size-directive
   inline inline-atomics inline-functions inline-functions-called-once inline-limit inline-small-functions
   input-charset instrument-functions instrument-functions-exclude-file-list
   instrument-functions-exclude-function-list ipa-bit-cp ipa-cp ipa-cp-alignment ipa-cp-clone ipa-icf
   ipa-icf-functions ipa-icf-variables ipa-matrix-reorg ipa-modref ipa-profile ipa-pta ipa-pure-const ipa-ra
   ipa-reference ipa-reference-addressable ipa-sra ipa-stack-alignment ipa-strict-aliasing ipa-struct-reorg
   ipa-vrp ira-algorithm ira-hoist-pressure ira-loop-pressure ira-region ira-share-save-slots
   ira-share-spill-slots ira-verbose isolate-erroneous-paths-attribute isolate-erroneous-paths-dereference
   ivopts jump-tables keep-gc-roots-live keep-inline-functions keep-static-consts keep-static-functions
   large-source-files lax-vector-conversions leading-underscore lifetime-dse limit-function-alignment
   live-patching live-range-shrinkage loop-block loop-flatten loop-interchange loop-nest-optimize loop-optimize
   loop-parallelize-all loop-strip-mine loop-unroll-and-jam lra-remat lto lto-compression-level
   lto-odr-type-merging lto-partition lto-report lto-report-wpa macro-prefix-map math-errno max-errors
   max-include-depth mem-report mem-report-wpa merge-all-constants merge-constants merge-debug-strings
   message-length modulo-sched modulo-sched-allow-regmoves move-loop-invariants move-loop-stores ms-extensions
   mudflap mudflapir mudflapth non-call-exceptions nothrow-opt offload-abi offload-options omit-frame-pointer
   openacc openacc-dim openmp openmp-simd opt-info optimize-register-move optimize-sibling-calls optimize-strlen
   pack-struct partial-inlining patchable-function-entry pcc-struct-return pch-deps pch-preprocess peel-loops
   peephole peephole2 permitted-flt-eval-methods pic pie plan9-extensions plt plugin plugin-arg
   post-ipa-mem-report pre-ipa-mem-report predictive-commoning prefetch-loop-arrays preprocessed
   printf-return-value profile profile-abs-path profile-arcs profile-correction profile-dir
   profile-exclude-files profile-filter-files profile-generate profile-info-section profile-note
   profile-partial-training profile-prefix-map profile-prefix-path profile-reorder-functions profile-report
   profile-reproducible profile-update profile-use profile-values random-seed reciprocal-math
   record-gcc-switches ree reg-struct-return regmove rename-registers reorder-blocks reorder-blocks-algorithm
   reorder-blocks-and-partition reorder-functions report-bug rerun-cse-after-loop rerun-loop-opt
   reschedule-modulo-scheduled-loops rounding-math rtti sanitize sanitize-address-use-after-scope
   sanitize-coverage sanitize-recover sanitize-sections sanitize-undefined-trap-on-error
   save-optimization-record sched-critical-path-heuristic sched-dep-count-heuristic sched-group-heuristic
   sched-interblock sched-last-insn-heuristic sched-pressure sched-rank-heuristic sched-spec
   sched-spec-insn-heuristic sched-spec-load sched-spec-load-dangerous sched-stalled-insns
   sched-stalled-insns-dep sched-verbose sched2-use-superblocks sched2-use-traces schedule-fusion schedule-insns
   schedule-insns2 section-anchors see sel-sched-pipelining sel-sched-pipelining-outer-loops
   sel-sched-reschedule-pipelined selective-scheduling selective-scheduling2 self-test semantic-interposition
   short-enums short-wchar show-column shrink-wrap shrink-wrap-separate signaling-nans signed-bitfields
   signed-char signed-zeros simd-cost-model single-precision-constant split-ivs-in-unroller split-loops
   split-paths split-stack split-wide-types split-wide-types-early ssa-backprop ssa-phiopt sso-struct
   stack-check stack-clash-protection stack-limit stack-limit-register stack-limit-symbol stack-protector
   stack-protector-all stack-protector-explicit stack-protector-strong stack-reuse stack-usage stdarg-opt
   store-merging strength-reduce strict-aliasing strict-enums strict-overflow strict-volatile-bitfields
   sync-libcalls syntax-only tabstop target-help test-coverage thread-jumps threadsafe-statics time-report
   time-report-details tls-model toplevel-reorder tracer track-macro-expansion trampolines trapping-math trapv
   tree-bit-ccp tree-builtin-call-dce tree-ccp tree-ch tree-coalesce-inlined-vars tree-coalesce-vars
   tree-copy-prop tree-copyrename tree-cselim tree-dce tree-dominator-opts tree-dse tree-forwprop tree-fre
   tree-loop-distribute-patterns tree-loop-distribution tree-loop-if-convert tree-loop-if-convert-stores
   tree-loop-im tree-loop-ivcanon tree-loop-linear tree-loop-optimize tree-loop-vectorize tree-lrs
   tree-parallelize-loops tree-partial-pre tree-phiprop tree-pre tree-pta tree-reassoc tree-salias
   tree-scev-cprop tree-sink tree-slp-vectorize tree-slsr tree-sra tree-store-ccp tree-store-copy-prop
   tree-switch-conversion tree-tail-merge tree-ter tree-vect-loop-version tree-vectorize tree-vectorizer-verbose
   tree-vrp trivial-auto-var-init unconstrained-commons unit-at-a-time unroll-all-loops
   unroll-completely-grow-size unroll-loops unsafe-loop-optimizations unsafe-math-optimizations
   unsigned-bitfields unsigned-char unswitch-loops unwind-tables use-ld use-linker-plugin var-tracking
   var-tracking-assignments var-tracking-assignments-toggle var-tracking-uninit variable-expansion-in-unroller
   vect-cost-model verbose-asm version version-loops-for-strides visibility vpt vtable-verify vtv-counts
   vtv-debug web whole-program wide-exec-charset working-directory wrapv wrapv-pointer zee zero-call-used-regs
   zero-initialized-in-bss`,
);
