;;; emacs.el --- What a person sees in Emacs, asked of Emacs itself  -*- lexical-binding: t; -*-

;; Run by emacs.sh.

(load (expand-file-name "tests/editors/emacs_support" (getenv "CINDYSCRIPT_ROOT")) nil t)

(defun said-of (text &optional offset)
  "What a hover says OFFSET characters into TEXT.
Nil if it is not answered soon: the server drops a request about a text
that changes meanwhile."
  (at text offset)
  (let (said)
    (dolist (function eldoc-documentation-functions)
      (when (string-search "hover" (format "%s" function))
        (funcall function (lambda (text &rest _) (setq said text)))))
    (wait-for (lambda () said) 2)
    said))

(defun highlighted (text)
  "The faces in TEXT, a script: each with the words that have it."
  (with-temp-buffer
    (delay-mode-hooks (cindyscript-mode))
    (insert text)
    ;; In batch mode nothing is highlighted until it is asked for.
    (font-lock-set-defaults)
    (font-lock-fontify-region (point-min) (point-max))
    (let ((place (point-min)) words)
      (while (< place (point-max))
        (let ((end (next-single-property-change place 'face nil (point-max)))
              (face (get-text-property place 'face)))
          (when face
            (push (cons (buffer-substring-no-properties place end) face) words))
          (setq place end)))
      (nreverse words))))

(defun hints ()
  "The inlay hints in this buffer: each with the word before it."
  (save-excursion
    (let (found)
      (dolist (overlay (sort (overlays-in (point-min) (point-max)) :key #'overlay-start))
        (when (overlay-get overlay 'eglot--inlay-hint)
          (goto-char (if (overlay-get overlay 'before-string) (overlay-start overlay) (overlay-end overlay)))
          (push (cons (current-word)
                      (substring-no-properties (or (overlay-get overlay 'before-string)
                                                   (overlay-get overlay 'after-string))))
                found)))
      (nreverse found))))

(defun errors ()
  "The errors in this buffer."
  (seq-filter (lambda (found) (eq (flymake-diagnostic-type found) 'eglot-error)) (flymake-diagnostics)))

(defun press (keys)
  "Press KEYS, as `kbd' reads them, in this buffer."
  (execute-kbd-macro (kbd keys)))

(defun type (text)
  "Type TEXT; what ends a line is the key for that."
  (execute-kbd-macro (string-replace "\n" "\r" text)))

;; No server yet.
(let ((program cindyscript-server-program)
      (missing "/nowhere/cindyscript-server is missing: run editors/emacs/install in the clone")
      told)
  (advice-add 'eglot--message :before (lambda (text &rest arguments)
                                        (push (apply #'format text arguments) told))
              '((name . told)))
  (setq cindyscript-server-program '("/nowhere/cindyscript-server"))
  (switch-to-buffer (find-file-noselect (expand-file-name "split.cindyscript" fixtures)))
  (check "a missing server is reported with the installer"
         (lambda () (equal told (list (concat "(warning) " missing)))))
  (check "C-c C-c reports the same, and nothing of the protocol"
         (lambda ()
           (equal (condition-case failed (press "C-c C-c") (user-error (cadr failed))) missing)))
  (setq cindyscript-server-program program)
  (check "without a server that could run, C-c C-c names the command that starts it"
         (lambda ()
           (string-match-p "M-x eglot" (condition-case failed (press "C-c C-c") (user-error (cadr failed))))))
  (advice-remove 'eglot--message 'told)
  (kill-buffer))

;; A script of its own.
(open (expand-file-name "types.cindyscript" fixtures))
(check "the mode comes from the extension" (lambda () (eq major-mode 'cindyscript-mode)))
(check "the server attaches to a script" #'eglot-current-server)
(check "words are highlighted"
       (lambda ()
         (equal (highlighted "f(x') := if(x' > 1, draw(x', size -> 3), \"\\\"); /* /* */ # */ pi")
                '(("f" . font-lock-function-name-face)
                  ("if" . font-lock-keyword-face)
                  ("draw" . font-lock-builtin-face)
                  ("size" . font-lock-property-name-face)
                  ("\"\\\"" . font-lock-string-face)
                  ("/* " . font-lock-comment-delimiter-face)
                  ("/* */ # */" . font-lock-comment-face)
                  ("pi" . font-lock-constant-face)))))
(check "hover begins with the type, also where Emacs does not know Markdown"
       (lambda () (string-prefix-p "b: complex" (said-of "b = sqrt"))))
(check "inlay hints are painted"
       (lambda ()
         (eglot-inlay-hints-mode 1)
         (eglot--update-hints-1 (point-min) (point-max))
         (wait-for (lambda () (member '("b" . ": complex") (hints))))))
(let ((sound (hints)))
  (at "sqrt" 4)
  (delete-char -2)
  (eglot--signal-textDocument/didChange)
  (check "a mistake takes hints away"
         (lambda () (flymake-start) (and (errors) (not (member '("b" . ": complex") (hints))))))
  (insert "rt")
  (eglot--signal-textDocument/didChange)
  (check "and they are back when it is mended" (lambda () (equal (hints) sound))))
(check "a hover behind a statement is that of its end"
       (lambda ()
         (let ((hovers (mapcar (lambda (length) (said-of "b = sqrt(a);" length)) '(11 12))))
           (and (seq-every-p #'stringp hovers)
                (seq-every-p (lambda (said) (string-prefix-p "sqrt" said)) hovers)))))
(check "and a hover has words where Markdown has links"
       (lambda ()
         (let ((said (said-of "b = sqrt")))
           (and (string-match-p "line 2" said) (not (string-match-p "](" said))))))
(check "a sound script has no errors" (lambda () (null (errors))))
(check "brackets indent, and a closing one less"
       (lambda ()
         (with-temp-buffer
           (delay-mode-hooks (cindyscript-mode))
           (insert "f(x) := (\nif(x > 1, // a )\nx\n);\n/* ( /* */ ( */\ny' = [\n1]\n);\n")
           (let ((inhibit-message t)) (indent-region (point-min) (point-max)))
           (equal (buffer-string)
                  (concat "f(x) := (\n  if(x > 1, // a )\n    x\n  );\n  /* ( /* */ ( */\n  y' = [\n"
                          "    1]\n);\n")))))

;; A key each: where one is not bound, the macro ends with an error.
(press "C-c C-c")
(check "C-c C-c opens the preview, and values flow back from it"
       (lambda () (string-match-p "0\\.37" (said-of "radius ="))))
(check "and inlay hints show them"
       (lambda () (seq-some (lambda (hint) (string-match-p "0\\.37" (cdr hint))) (hints))))
(check "what the applet prints is in a buffer, which C-c C-o shows"
       (lambda ()
         (press "C-c C-o")
         (and (get-buffer-window "*CindyScript output*")
              (with-current-buffer "*CindyScript output*"
                (string-match-p "from the applet" (buffer-string))))))
(defun printed ()
  "What the applet has printed."
  (with-current-buffer "*CindyScript output*" (buffer-string)))
(defun selected (begin end)
  "What the preview prints when it is told that BEGIN to END is selected."
  (format "selected start:%d,end:%d" (1- (position-bytes begin)) (1- (position-bytes end))))
(at "sqrt" 2)
(check "where point is, the preview is told" (lambda () (string-match-p (selected (point) (point)) (printed))))
(transient-mark-mode 1)
(set-mark (point))
(forward-char 4)
(activate-mark)
(press "C-c C-d")
(check "C-c C-d draws what is selected"
       (lambda () (string-match-p (concat (selected (mark) (point)) "\ndrawn") (printed))))
(deactivate-mark)

(at "1.5" 3)
(insert "25")
(check "the preview follows what is typed, and so does what it says"
       (lambda () (string-match-p "= 1\\.525" (said-of "b = sqrt"))))
(at "1.525" 3)
(delete-char 2)

(defun previews ()
  "The processes that the server has started."
  (let ((server (process-id (jsonrpc--process (eglot-current-server)))))
    (seq-filter (lambda (process) (equal (alist-get 'ppid (process-attributes process)) server))
                (list-system-processes))))
(defun has-value ()
  "Whether hovers have values of the preview."
  (string-match-p "0\\.37" (said-of "radius =")))
(let ((killed (previews))
      told)
  (advice-add 'eglot--message :before (lambda (text &rest arguments)
                                        (push (apply #'format text arguments) told))
              '((name . told)))
  (dolist (process killed) (signal-process process 9))
  (check "a preview that dies is told, and what it said is gone"
         (lambda ()
           (and (= (length killed) 1)
                (seq-some (lambda (text) (string-match-p "The preview ended" text)) told)
                (not (has-value)))))
  (advice-remove 'eglot--message 'told))
(press "C-c C-c")
(check "and opens again by key" #'has-value)
(let ((inhibit-message t)) (eglot-reconnect (eglot-current-server)))
(check "it comes back with the next server"
       (lambda () (and (eglot-current-server) (has-value) (= (length (previews)) 1))))
(press "C-c C-k")
(check "C-c C-k closes it, and what it said goes with it" (lambda () (not (has-value))))

(at "colorplot(")
(insert "mod(7, );\n")
;; In batch mode nobody is idle.
(eglot--signal-textDocument/didChange)
(check "signature help tells the argument"
       (lambda ()
         (at "mod(7, " 7)
         (let (said)
           (eglot-signature-eldoc-function (lambda (text &rest _) (setq said text)))
           (wait-for (lambda () said))
           (string-match-p "mod(a, b)" said))))
(at "mod(7, );\n")
(delete-line)
(at "radius = 1.5")
(insert "mended = 2*-1;\n")
(check "a code action mends a sign"
       (lambda ()
         (flymake-start)
         (at "2*-1" 2)
         (when (errors)
           (let ((actions (eglot-code-actions (point) (point) "quickfix")))
             (eglot-execute (eglot-current-server) (car actions))))
         (save-excursion (goto-char (point-min)) (search-forward "mended = 2*(-1);" nil t))))
(at "mended =")
(delete-line)

(check "C-c C-e tells the story of a type"
       (lambda ()
         (at "b = sqrt")
         (press "C-c C-e")
         (with-current-buffer "*CindyScript: Type of b*"
           (string-match-p "complex" (buffer-string)))))
(check "and RET at a link goes to its place"
       (lambda ()
         (let ((script (current-buffer))
               here text)
           (save-window-excursion
             (switch-to-buffer "*CindyScript: Type of b*")
             (setq text (buffer-string))
             (at "line 2")
             (press "RET")
             (setq here (list (current-buffer) (line-number-at-pos))))
           (set-buffer script)
           (and (equal here (list script 2)) (not (string-match-p "](" text))))))
(check "the graph is written"
       (lambda ()
         (let ((file (make-temp-file "graph" nil ".svg")) (inhibit-message t))
           (at "colorplot(")
           (cindyscript-graph file)
           (with-temp-buffer
             (insert-file-contents file)
             (search-forward "<svg")))))

(at "1.5")
(insert "1 + * ")
(check "an error is underlined where it is"
       (lambda ()
         (flymake-start)
         (let ((found (car (errors))))
           (and found (= (line-number-at-pos (flymake-diagnostic-beg found)) 4)))))
(check "its code is known, and C-c C-r shows what that means"
       (lambda ()
         (flymake-start)
         (let ((code (car (cindyscript--codes-here))))
           (press "C-c C-r RET")
           (with-current-buffer (format "*CindyScript: %s*" code)
             (and (equal code "missing-operand") (string-match-p "Example" (buffer-string)))))))
(check "how long answers took is told"
       (lambda ()
         (cindyscript-latency)
         (with-current-buffer "*CindyScript: Response times*"
           (string-match-p "textDocument/hover" (buffer-string)))))
(at "1 + * ")
(delete-char 6)
(check "and gone when it is mended" (lambda () (flymake-start) (null (errors))))

;; Pages.
(open (expand-file-name "tests/applets/wave.html" root))
(check "the server attaches to a page with scripts" #'eglot-current-server)
(check "and hovers in it"
       (lambda () (string-match-p "list(2, real)" (said-of "sin(|#|" 5))))
;; A page whose script is a string.
(open (expand-file-name "strings.html" fixtures))
(check "the server attaches to a page whose script is a string" #'eglot-current-server)
;; A page of two scripts.
(open (expand-file-name "two.html" fixtures))
(check "the server attaches to a page of two scripts" #'eglot-current-server)
(check "the definition is in another script"
       (lambda ()
         (at "half(|")
         (let ((inhibit-message t)) (call-interactively #'xref-find-definitions))
         (= (line-number-at-pos) 5)))
(at "half(|")
(eglot-rename "middle")
(check "a name is renamed in both scripts" (lambda () (= (count-matches "middle(" (point-min) (point-max)) 2)))
(check "a completion is accepted"
       (lambda ()
         (at "size = 3;" 9)
         (insert "\n  siz")
         ;; As with a menu, of which the first line is taken.
         (let ((completion-in-region-function
                (lambda (start end table _)
                  (let* ((typed (buffer-substring start end))
                         (sort (or (completion-metadata-get (completion-metadata typed table nil)
                                                            'display-sort-function)
                                   #'identity)))
                    (completion--replace start end (car (funcall sort (all-completions typed table))))))))
           (completion-at-point))
         (prog1 (equal (thing-at-point 'line) "  size\n")
           (delete-line)
           (forward-char -1))))
(check "scripts are formatted"
       (lambda ()
         (eglot-format-buffer)
         (at "middle(x) := x")))
(electric-indent-mode 1)
(check "Enter inside of a call indents in a script of a page, by spaces"
       (lambda ()
         (at "size = 3;" 9)
         (let ((from (point)))
           (type "\nrepeat(40,\nsize = size + 1;\nsize = 2;\n);")
           (prog1 (equal (buffer-substring-no-properties from (point))
                         (concat "\n  repeat(40,\n    size = size + 1;\n    size = 2;\n  );"))
             (delete-region from (point))))))

;; A new script, with no server: only the keys matter.
(remove-hook 'cindyscript-mode-hook #'eglot-ensure)
(switch-to-buffer (find-file-noselect "~/typed.cindyscript"))
(check "Enter inside of a call indents in a script"
       (lambda ()
         (erase-buffer)
         (type "repeat(40,\nt = t + 1;\nu = 2;\n);\nv = 1;")
         (equal (buffer-string) "repeat(40,\n  t = t + 1;\n  u = 2;\n);\nv = 1;")))
(add-hook 'cindyscript-mode-hook #'eglot-ensure)

(copy-file (expand-file-name "page.html" fixtures) "~/page.html")
(switch-to-buffer (find-file-noselect "~/page.html"))
(run-hooks 'post-command-hook)
(check "a page without scripts starts no server" (lambda () (not (eglot-current-server))))

;; The grammar, which all of the above did without.
(defvar grammars (getenv "CINDYSCRIPT_GRAMMARS"))
(when grammars
  (setq treesit-extra-load-path (list grammars))
  (check "tree-sitter highlights a script where its grammar is installed"
         (lambda ()
           (equal (highlighted "f(x) := if(x > 0, draw(A, size -> \"s\")); /* /* */ # */ π")
                  '(("f" . font-lock-function-name-face)
                    ("x" . font-lock-variable-name-face)
                    ("if" . font-lock-keyword-face)
                    ("0" . font-lock-number-face)
                    ("draw" . font-lock-builtin-face)
                    ("size" . font-lock-property-name-face)
                    ("\"s\"" . font-lock-string-face)
                    ("/* /* */ # */" . font-lock-comment-face)
                    ("π" . font-lock-constant-face)))))
  (check "a command goes to the definition before point"
         (lambda ()
           (with-temp-buffer
             (insert "f(x) := (\n  x;\n);\na = 1;")
             (cindyscript-mode)
             (beginning-of-defun)
             (bobp)))))

(end-of-checks)
