;;; debugger.el --- The debugger dape on a page, and on the preview that is open  -*- lexical-binding: t; -*-

;; Run by emacs.sh, where there is a display for the window of the preview.

(load (expand-file-name "tests/editors/emacs_support" (getenv "CINDYSCRIPT_ROOT")) nil t)
(require 'dape)

(setq cindyscript-settings nil
      dape-buffer-window-arrangement nil)

(defun frame-of-stack ()
  "The frame in which the debugger is stopped, or nil."
  (let ((connection (dape--live-connection 'stopped t)))
    (and connection (dape--current-stack-frame connection))))

(defun is-in (name)
  "Whether the debugger is stopped in NAME."
  (string-prefix-p name (plist-get (frame-of-stack) :name)))

(defun value-of (expression)
  "The value of EXPRESSION where the debugger is stopped."
  (let (value)
    (dape--evaluate-expression (dape--live-connection 'stopped) (plist-get (frame-of-stack) :id) expression "watch"
                               (lambda (body &optional _) (setq value (plist-get body :result))))
    (wait-for (lambda () value) 2)
    value))

(defun debug (config &rest options)
  "Debug this buffer by CONFIG, an entry of `dape-configs', with OPTIONS."
  (dape (dape--config-eval config options)))

(defun is-running ()
  "Whether something is debugged."
  (dape--live-connection 'parent t))

(copy-file (expand-file-name "debugged.html" fixtures) "~/debugged.html")
(open (expand-file-name "~/debugged.html"))
(at "b = double")
(dape-breakpoint-toggle)

(debug 'cindyscript)
(check "dape stops at a breakpoint of a page, without a configuration" (lambda () (is-in "draw")))
(check "and shows values" (lambda () (equal (value-of "a + 1") "4")))
(check "it steps into a function"
       (lambda ()
         (when (is-in "draw")
           (dape-step-in (dape--live-connection 'stopped)))
         (is-in "double")))
(dape-kill dape--connection)
(check "it ends" (lambda () (not (is-running))))

(check "without a preview, the command that opens it is named"
       (lambda () (string-match-p "C-c C-c" (condition-case failed (debug 'cindyscript-preview) (user-error (cadr failed))))))
(cindyscript-preview)
(check "the preview opens" #'cindyscript--has-preview)
(debug 'cindyscript-preview)
(check "dape stops at a breakpoint in the preview that is open" (lambda () (is-in "draw")))
(check "and shows values of it" (lambda () (equal (value-of "a + 1") "4")))
(dape-disconnect-quit dape--connection)
(check "it ends, and the preview stays"
       (lambda () (and (not (is-running)) (null cindyscript--debuggers) (cindyscript--has-preview))))

(end-of-checks)
